import CSQLite
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

/// Values of a megabyte and more, which are written and read without a copy in SQLite's memory.
struct LargeValueTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Pictures",
            entities: [
                Entity(
                    name: "Picture",
                    attributes: [
                        Attribute(name: "code", type: .binary, isOptional: true),
                        Attribute(name: "data", type: .binary, isOptional: true),
                        Attribute(name: "small", type: .binary, isOptional: true),
                        Attribute(name: "title", type: .string, isOptional: true),
                    ],
                    indexes: [
                        FetchIndex(
                            name: "bySmall", elements: [FetchIndex.Element(propertyName: "small", order: .ascending)])
                    ],
                    uniquenessConstraints: [UniquenessConstraint(["code"])])
            ]))

    private let file: SQLiteFile

    init() throws { file = try SQLiteFile(Self.model) }

    private func data(_ number: UInt8, count: Int = 3_000_000) -> Data {
        Data((0..<count).lazy.map { UInt8(truncatingIfNeeded: $0 / 7) &+ number })
    }

    private func picture(in context: ManagedObjectContext) throws -> ManagedObject {
        try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Picture")).first)
    }

    @Test("Large values are saved, changed, and read, also in columns with an index")
    func values() throws {
        let keys = ["data", "small", "code"]
        for (round, count) in [LargeValues.leastSizeBytes - 1, LargeValues.leastSizeBytes, 3_000_000].enumerated() {
            try file.session { context in
                let picture = round == 0 ? context.insertNewObject(forEntityName: "Picture") : try picture(in: context)
                for (place, key) in keys.enumerated() {
                    picture.setValue(data(UInt8(round * 10 + place), count: count), forKey: key)
                }
                picture.setValue("title \(round)", forKey: "title")
                try context.save()
            }
            try file.session { context in
                let picture = try picture(in: context)
                for (place, key) in keys.enumerated() {
                    #expect(picture.value(forKey: key) as? Data == data(UInt8(round * 10 + place), count: count))
                }
                #expect(picture.value(forKey: "title") as? String == "title \(round)")
            }
        }
        #expect(try DatabaseFile(file.url).integrity() == "ok")
    }

    @Test("Two objects cannot have the same large unique value, but can have different ones")
    func uniqueValues() throws {
        try file.session { context in
            for number in 0..<2 as Range<UInt8> {
                context.insertNewObject(forEntityName: "Picture").setValue(data(number), forKey: "code")
            }
            try context.save()
            context.insertNewObject(forEntityName: "Picture").setValue(data(1), forKey: "code")
            #expect(throws: (any Error).self) { try context.save() }
        }
    }

    @Test("A number in the place of a large value is an error, and a finding")
    func numbers() throws {
        try file.session { context in
            context.insertNewObject(forEntityName: "Picture").setValue(data(1), forKey: "data")
            try context.save()
        }
        try file.edit("UPDATE ZPICTURE SET ZDATA = 3000000")
        try file.session { context in
            let error = #expect(throws: StoreError.self) { try picture(in: context) }
            #expect(error?.code == .malformed && error?.table == "ZPICTURE")
        }
        let findings = try SQLiteStore.check(file.url, model: Self.model)
        #expect(findings.contains { $0.message.contains("ZDATA") })
    }

    @Test("Files of large values in a folder that cannot be listed are an error, and do not count as missing")
    func unlistedValues() throws {
        let (folder, source) = (file.folder, file.folder.path("Other.sqlite"))
        try folder.write("no folder", to: ".Other_SUPPORT/_EXTERNAL_DATA")
        let error = #expect(throws: StoreError.self) {
            _ = try ExternalData(storePath: file.path).takeFiles(of: ExternalData(storePath: source))
        }
        #expect(error?.code == .fileSystem && error?.message.contains("cannot be moved") == true)
    }

    @Test("A value that is too large for SQLite is an error, and is not written as null")
    func valuesBeyondTheLimit() throws {
        _ = try file.open()
        let connection = try SQLiteConnection(path: file.path, access: .writing)
        sqlite3_limit(connection.handle, SQLITE_LIMIT_LENGTH, 100_000)
        try connection.run("CREATE TABLE large (value)")
        let statement = try connection.statement("INSERT INTO large VALUES (?)")
        statement.bind(Data(count: 100_001), at: 1)
        let error = #expect(throws: StoreError.self) { try statement.run() }
        #expect(error?.code == .unusableValue)
        statement.bind(String(repeating: "a", count: 100_001), at: 1)
        #expect(throws: StoreError.self) { try statement.run() }
        statement.bindZeros(100_001, at: 1)
        #expect(throws: StoreError.self) { try statement.run() }
        statement.bind("short", at: 1)
        try statement.run()
        #expect(try connection.number("SELECT COUNT(*) FROM large") == 1)
    }
}
