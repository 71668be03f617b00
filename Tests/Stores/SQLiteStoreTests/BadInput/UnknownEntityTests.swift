import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import StoreTestSupport
import TestSupport
import Testing

/// Rows whose entity number the model does not have.
struct UnknownEntityTests {
    private let file: SQLiteFile

    init() throws {
        file = try SQLiteFile(UnknownEntitySample.model)
        try file.session { try UnknownEntitySample.fill($0) }
    }

    @Test("In a table of several entities, rows of an unknown one are left out of everything, with one warning")
    func ofSeveral() throws {
        try file.edit("UPDATE ZANIMAL SET Z_ENT = 99 WHERE ZNAME IN ('b', 'c')")
        let lines = LogLines()
        try file.session(SQLiteStoreOptions(logger: lines.logger), UnknownEntitySample.expectOthersLeftOut)
        let warnings = lines.all.filter { $0.hasPrefix("warning") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("ZANIMAL") == true && warnings.first?.contains("99") == true)
        let findings = try SQLiteStore.check(file.url, model: file.model)
        #expect(findings.filter { $0.table == "ZANIMAL" && $0.message.contains("99") }.compactMap(\.row) == [2, 3])
    }

    @Test("A migration that would lose rows of unknown entities fails and changes nothing")
    func migrating() throws {
        var schema = UnknownEntitySample.model.schema
        schema.entities[0].attributes.append(Attribute(name: "age", type: .integer16, isOptional: true))
        let newer = ManagedObjectModel(schema)
        try file.edit("UPDATE ZANIMAL SET Z_ENT = 99 WHERE ZNAME = 'b'", "UPDATE ZHOME SET Z_ENT = 99")
        let before = try DatabaseFile(file.url).rows("SELECT * FROM ZANIMAL").count
        for isDryRun in [true, false] {
            let error = #expect(throws: StoreError.self) {
                try SQLiteStore.migrate(file.url, to: newer, isDryRun: isDryRun)
            }
            #expect(error?.code == .malformed && error?.table == "ZANIMAL")
            #expect(error?.message.contains("would lose 1 rows with an unknown entity number") == true)
        }
        #expect(try DatabaseFile(file.url).rows("SELECT * FROM ZANIMAL").count == before)
        try file.edit("UPDATE ZANIMAL SET Z_ENT = 1 WHERE Z_ENT = 99")
        _ = try SQLiteStore.migrate(file.url, to: newer)
        #expect(try SQLiteStore.check(file.url, model: newer).isEmpty)
    }

    @Test("In a table of one entity, a row of an unknown one is read as that entity, with one warning")
    func ofOne() throws {
        try file.edit("UPDATE ZHOME SET Z_ENT = 99")
        let lines = LogLines()
        try file.session(SQLiteStoreOptions(logger: lines.logger), UnknownEntitySample.expectReadAsTheirs)
        #expect(lines.all.filter { $0.hasPrefix("warning") && $0.contains("ZHOME") }.count == 1)
        try file.session { context in
            let found = try UnknownEntitySample.names("Home", in: context)
            #expect(found == ["there"])
        }
        let findings = try SQLiteStore.check(file.url, model: file.model)
        #expect(findings.contains { $0.table == "ZHOME" && $0.row == 1 && $0.message.contains("99") })
    }
}
