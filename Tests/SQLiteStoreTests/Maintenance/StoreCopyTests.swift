import Foundation
import JSONStore
import ObjectGraph
import SQLiteStore
import StoreMigration
import TestSupport
import Testing

/// Copies between stores of all kinds, and backups.
@Suite struct StoreCopyTests {
    private let folder: TemporaryFolder
    private let model = EveryShape.model

    init() throws {
        folder = try TemporaryFolder()
    }

    private func url(_ name: String) -> URL { folder.url.appending(path: name) }

    @Test func nothingIsLostBetweenJSONAndSQLite() throws {
        let first = try SQLiteStore(at: url("first.sqlite"), model: model)
        try EveryShape.write(to: first)
        let json = try JSONStore(at: url("second.json"), model: model)
        #expect(try StoreCopy(of: first, model: model).write(to: json) == 7)
        #expect(try StoreCopy(of: first, model: model).differences(from: json) == [])
        let last = try SQLiteStore(at: url("third.sqlite"), model: model)
        #expect(try StoreCopy(of: json, model: model).write(to: last) == 7)
        #expect(try StoreCopy(of: first, model: model).differences(from: last) == [])
        #expect(try SQLiteStore.check(url("third.sqlite"), model: model) == [])
    }

    @Test func differencesAreSaid() throws {
        let store = try SQLiteStore(at: url("first.sqlite"), model: model)
        try EveryShape.write(to: store)
        let other = try SQLiteStore(at: url("other.sqlite"), model: model)
        _ = try StoreCopy(of: store, model: model).write(to: other)
        let database = try DatabaseFile(url("other.sqlite"))
        _ = try database.rows("UPDATE ZTHING SET ZSTRINGVALUE = 'other' WHERE Z_PK = 1")
        _ = try database.rows("UPDATE ZTHING SET Z_FOK_BOX = 9000 WHERE Z_PK = 7")
        _ = try database.rows("DELETE FROM ZBOX WHERE Z_PK = 4")
        let differences = try StoreCopy(of: store, model: model).differences(from: other)
        #expect(Set(differences).isSuperset(of: ["Thing 1", "Box 4"]))
    }

    @Test func aBackupHoldsWhatIsInTheJournal() throws {
        let store = try SQLiteStore(at: url("first.sqlite"), model: model)
        try EveryShape.write(to: store)
        try SQLiteStore.backUp(url("first.sqlite"), to: url("copy.sqlite"))
        let copy = try SQLiteStore(
            at: url("copy.sqlite"), model: model, options: SQLiteStoreOptions(isReadOnly: true))
        #expect(try StoreCopy(of: store, model: model).differences(from: copy) == [])
        #expect(try SQLiteStore.check(url("copy.sqlite"), model: model) == [])
        #expect(throws: SQLiteStoreError.self) {
            try SQLiteStore.backUp(url("first.sqlite"), to: url("copy.sqlite"))
        }
    }
}
