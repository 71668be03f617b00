import CSQLite
import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// Files that are no stores of the model: refused with a word on why, and left as they are.
struct BadFileTests {
    /// Expects an error on opening, and that the folder is left alone.
    @discardableResult
    private func expectRefusal(
        _ file: SQLiteFile, _ code: StoreError.Code, _ options: SQLiteStoreOptions = .readOnly,
        model: ManagedObjectModel? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> StoreError? {
        let before = try file.contents()
        let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) {
            _ = try SQLiteStore(at: file.url, model: model ?? file.model, options: options)
        }
        #expect(error?.code == code, "\(String(describing: error))", sourceLocation: sourceLocation)
        #expect(error?.location == file.path, sourceLocation: sourceLocation)
        let after = try file.contents()
        #expect(after[file.url.lastPathComponent] == before[file.url.lastPathComponent], sourceLocation: sourceLocation)
        if options.isReadOnly { #expect(after == before, sourceLocation: sourceLocation) }
        return error
    }

    @Test("The journal of a file that was truncated to nothing stays, whatever opens the file for writing")
    func journalOfAnEmptyFile() throws {
        let file = try SQLiteFile()
        let context = try file.openContext()
        context.insertNewObject(forEntityName: "Superhero").setValue("Batman", forKey: "name")
        try context.save()
        let copy = try SQLiteFile()
        let journal = try #require(try file.contents()["Store.sqlite-wal"])
        try copy.write([])
        try journal.write(to: copy.folder.url.appending(path: "Store.sqlite-wal"))
        let operations: [() throws -> Void] = [
            { _ = try copy.open() }, { try SQLiteStore.migrate(copy.url, to: copy.model) },
            { try SQLiteStore.setProgramMetadata(Data(), at: copy.url) },
            { try SQLiteStoreDescription(storeAt: copy.url).move(to: copy.folder.url.appending(path: "Other.sqlite")) },
        ]
        for operation in operations {
            let error = #expect(throws: StoreError.self) { try operation() }
            #expect(error?.code == .journalMismatch)
            #expect(try copy.contents() == ["Store.sqlite": Data(), "Store.sqlite-wal": journal])
        }
        withExtendedLifetime(context) {}
    }

    @Test("The journal of another store does not overwrite a store that is refused because of it")
    func journalOfAnotherStore() throws {
        let file = try SmallStore.make()
        let store = try file.bytes
        let other = try SQLiteFile()
        let context = try other.openContext()
        context.insertNewObject(forEntityName: "Superhero").setValue("Batman", forKey: "name")
        try context.save()
        let journal = try #require(try other.contents()["Store.sqlite-wal"])
        try journal.write(to: file.folder.url.appending(path: "Store.sqlite-wal"))
        let operations: [() throws -> Void] = [
            { _ = try file.open() }, { try SQLiteStore.migrate(file.url, to: file.model) },
        ]
        for operation in operations {
            #expect(throws: (any Error).self) { try operation() }
            #expect(try file.bytes == store)
            #expect(try file.contents()["Store.sqlite-wal"] == journal)
        }
        withExtendedLifetime(context) {}
        try FileManager.default.removeItem(at: file.folder.url.appending(path: "Store.sqlite-wal"))
        #expect(try SQLiteStore.check(file.url, model: file.model).isEmpty)
    }

    @Test("A store with a virtual table of an app, whose module only that app has, is read and written")
    func virtualTables() throws {
        let file = try SQLiteFile()
        func insert(_ name: String, _ context: ManagedObjectContext) throws {
            context.insertNewObject(forEntityName: "Superhero").setValue(name, forKey: "name")
            try context.save()
        }
        try file.session { try insert("Batman", $0) }
        try file.edit(
            "PRAGMA writable_schema = ON",
            "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) "
                + "VALUES ('table', 'ZSEARCH', 'ZSEARCH', 0, 'CREATE VIRTUAL TABLE ZSEARCH USING app_module (text)')")
        let request = FetchRequest<ManagedObject>(entityName: "Superhero")
        #expect(try file.session(.readOnly) { try $0.count(for: request) } == 1)
        try file.session { try insert("Hulk", $0) }
        #expect(try file.session { try $0.count(for: request) } == 2)
        #expect(try SQLiteStore.model(at: file.url).entitiesByName["Superhero"] != nil)
        #expect(
            try DatabaseFile(file.url).rows("SELECT COUNT(*) FROM sqlite_master WHERE name = 'ZSEARCH'") == [["1"]])
    }

    private static let bothWays = [SQLiteStoreOptions.readOnly, SQLiteStoreOptions()]

    @Test("An empty file cannot be opened read-only")
    func anEmptyFileIsNoStoreToRead() throws {
        let file = try SQLiteFile()
        try file.write([])
        try expectRefusal(file, .notAStore)
    }

    @Test("A missing file cannot be opened read-only")
    func noFileIsNoStoreToRead() throws {
        let file = try SQLiteFile()
        try expectRefusal(file, .fileSystem)
    }

    @Test("A text file is not a database", arguments: [0, 1])
    func aTextIsNoDatabase(_ way: Int) throws {
        let file = try SQLiteFile()
        for text in ["Hello", String(repeating: "Hello, world!\n", count: 1_000)] {
            try file.write(text.utf8)
            try expectRefusal(file, .notADatabase, Self.bothWays[way])
        }
    }

    @Test("Random bytes are not a database", arguments: [0, 1])
    func randomBytesAreNoDatabase(_ way: Int) throws {
        var generator = SplitMix.seeded()
        let file = try SQLiteFile()
        for count in [10, 512, 4096, 100_000] {
            try file.write((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
            try expectRefusal(file, .notADatabase, Self.bothWays[way])
        }
    }

    @Test("A folder cannot be opened as a store", arguments: [0, 1])
    func aFolderIsNoFile(_ way: Int) throws {
        let file = try SQLiteFile()
        try FileManager.default.createDirectory(at: file.url, withIntermediateDirectories: true)
        try expectRefusal(file, .fileSystem, Self.bothWays[way])
    }

    @Test("A named pipe cannot be opened as a store", arguments: [0, 1])
    func aPipeIsNoFile(_ way: Int) throws {
        let file = try SQLiteFile()
        #expect(mkfifo(file.path, 0o600) == 0)
        let error = #expect(throws: StoreError.self) { _ = try file.open(Self.bothWays[way]) }
        #expect(error?.code == .fileSystem)
        #expect(error?.location == file.path)
    }

    @Test("A database without Core Data's metadata is refused and not changed", arguments: [0, 1])
    func aDatabaseOfSomethingElseIsLeftAlone(_ way: Int) throws {
        let file = try SQLiteFile()
        try file.write([])
        try file.edit("CREATE TABLE song (title TEXT)", "INSERT INTO song VALUES ('x')")
        let error = try expectRefusal(file, .notAStore, Self.bothWays[way])
        #expect(error?.message == "Core Data did not create the database: it has no table 'Z_METADATA'")
    }

    @Test("Metadata that ends Foundation's reader, or repeats its values, is an error with its place")
    func metadataOfPrograms() throws {
        let isNaN: [UInt8] = [0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]
        // Arrays of ten references to one array, nine times: a thousand million values.
        let repeated = (3...11).map { [UInt8(0xAA)] + [UInt8](repeating: UInt8($0), count: 10) } + [[0x10, 1]]
        // A set, a value of an archive, a date that is none, a table that contains itself, and many values.
        for objects in [[[0xC1, 0x03], [0x10, 7]], [[0x80, 0x05]], [isNaN], [[0xD1, 0x01, 0x02]], repeated] {
            let file = try SmallStore.make()
            let list = Self.propertyList([[0xD1, 0x01, 0x02], [0x51, UInt8(ascii: "a")]] + objects)
            let digits = list.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            try file.edit("UPDATE Z_METADATA SET Z_PLIST = x'\(digits)'")
            let error = #expect(throws: StoreError.self) { try SQLiteStore.programMetadata(at: file.url) }
            #expect(error?.code == .malformed && error?.table == "Z_METADATA" && error?.location == file.path)
            let none = Data(Self.propertyList([[0xD0]]))
            #expect(throws: StoreError.self) { try SQLiteStore.setProgramMetadata(none, at: file.url) }
        }
    }

    /// A binary property list of some objects, of which the first is the root.
    private static func propertyList(_ objects: [[UInt8]]) -> [UInt8] {
        var (bytes, offsets) = (Array("bplist00".utf8), [UInt8]())
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)]
        return bytes + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 0, 0, 0, table]
    }

    @Test("A store with something missing is refused with its place", arguments: [0, 1])
    func somethingIsMissing(_ way: Int) throws {
        let list = "the store's metadata is not a property list"
        let cases: [(statement: String, code: StoreError.Code, table: String?, message: String)] = [
            (
                "DROP TABLE Z_METADATA", .notAStore, nil,
                "Core Data did not create the database: it has no table 'Z_METADATA'"
            ),
            (
                "DROP TABLE Z_PRIMARYKEY", .notAStore, nil,
                "Core Data did not create the database: it has no table 'Z_PRIMARYKEY'"
            ),
            ("DELETE FROM Z_METADATA", .notAStore, "Z_METADATA", "the row that describes the store is missing"),
            (
                "UPDATE Z_METADATA SET Z_PLIST = 'hello'", .malformed, "Z_METADATA",
                "\(list): byte 0: it is not a binary property list"
            ),
            (
                "UPDATE Z_METADATA SET Z_PLIST = x'62706c69737430300102'", .malformed, "Z_METADATA",
                "\(list): byte 10: it is truncated"
            ),
            // A set of a dictionary.
            (
                "UPDATE Z_METADATA SET Z_PLIST = x'62706c6973743030c101d0080a000000000000010100000000000000020000000000000000000000000000000b'",
                .malformed, "Z_METADATA", "\(list): the root: it is not a dictionary"
            ),
            (
                "UPDATE Z_METADATA SET Z_PLIST = NULL", .malformed, "Z_METADATA",
                "\(list): byte 0: it is not a binary property list"
            ),
            ("UPDATE Z_METADATA SET Z_UUID = 'me'", .malformed, "Z_METADATA", "the store's identifier is not a UUID"),
            (
                "ALTER TABLE Z_METADATA RENAME COLUMN Z_PLIST TO Z_LIST", .malformed, "Z_METADATA",
                "the column 'Z_PLIST' is missing"
            ),
            ("DROP TABLE ZPART", .malformed, "ZPART", "the table is missing"),
            ("DROP TABLE Z_1PEERSOF", .malformed, "Z_1PEERSOF", "the table is missing"),
            ("ALTER TABLE ZPART RENAME COLUMN ZNAME TO ZTITLE", .malformed, "ZPART", "the column 'ZNAME' is missing"),
            ("ALTER TABLE ZPART RENAME COLUMN ZWHOLE TO ZHOLE", .malformed, "ZPART", "the column 'ZWHOLE' is missing"),
            (
                "ALTER TABLE ZPART RENAME COLUMN Z_FOK_WHOLE TO Z_FOK", .malformed, "ZPART",
                "the column 'Z_FOK_WHOLE' is missing"
            ),
            (
                "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Part'", .malformed, "Z_PRIMARYKEY",
                "there is no row for the entity 'Part'"
            ),
            (
                "UPDATE Z_PRIMARYKEY SET Z_ENT = -1 WHERE Z_NAME = 'Part'", .malformed, "Z_PRIMARYKEY",
                "there is no row for the entity 'Part'"
            ),
        ]
        for (statement, code, table, message) in cases {
            let file = try SmallStore.make()
            try file.edit("PRAGMA journal_mode = DELETE", statement)
            let error = try expectRefusal(file, code, Self.bothWays[way])
            #expect(error?.table == table, "\(statement): \(String(describing: error))")
            #expect(error?.message == message, "\(statement)")
        }
    }

    @Test("A store of another model is refused with the differences", arguments: [0, 1])
    func aStoreOfANewerModelNamesWhatDiffers(_ way: Int) throws {
        let file = try SmallStore.make()
        var schema = SmallStore.schema
        schema.entities[0].attributes.append(Attribute(name: "colour", type: .string, isOptional: true))
        schema.entities.append(Entity(name: "Extra"))
        let newer = ManagedObjectModel(schema)
        let error = try expectRefusal(file, .modelMismatch, Self.bothWays[way], model: newer)
        let advice = "open it with that version, or migrate it (see the page 'Migrate a store')"
        let other = "the store was written with another version of the model 'M'"
        #expect(error?.message == "\(other) (changed: Whole; new: Extra); \(advice)")
        schema.entities.removeAll { $0.name == "Part" || $0.name == "Extra" }
        schema.entities[0].relationships = []
        let lesser = ManagedObjectModel(schema)
        let second = try expectRefusal(file, .modelMismatch, Self.bothWays[way], model: lesser)
        #expect(second?.message == "\(other) (changed: Whole; removed: Part); \(advice)")
    }

    @Test("A store without its journal is read with the state of its file")
    func aStoreWhoseJournalIsGoneIsReadWithoutIt() throws {
        let file = try SmallStore.make()
        let before = try SmallStore.contents(file.open(.readOnly))
        let copy = try SQLiteFile(file.model)
        do {
            let store = try file.open()
            _ = try store.reserveNumbers(1, forRootEntityNamed: "Part")
            try FileManager.default.copyItem(at: file.url, to: copy.url)
        }
        for options in Self.bothWays { #expect(try SmallStore.contents(copy.open(options)) == before) }
    }

    @Test("A locked store is reported as in use after the wait")
    func aLockedStoreIsInUse() throws {
        let file = try SmallStore.make()
        let database = try DatabaseFile(file.url)
        _ = try database.rows("BEGIN EXCLUSIVE")
        let clock = ContinuousClock()
        let start = clock.now
        let options = SQLiteStoreOptions(busyTimeoutMilliseconds: 200)
        let error = #expect(throws: StoreError.self) {
            let store = try file.open(options)
            _ = try store.reserveNumbers(1, forRootEntityNamed: "Part")
        }
        #expect(error?.code == .inUse)
        #expect(error?.message == "another process is writing to the store; try again when it has finished")
        #expect(clock.now - start < .seconds(2))
        _ = try database.rows("ROLLBACK")
        _ = try file.open(options).reserveNumbers(1, forRootEntityNamed: "Part")
    }

    @Test(
        "A store in a folder without write permission can be read",
        .enabled(if: geteuid() != 0, "root can write to every folder; run the tests as another user"))
    func folderWithoutWritePermission() throws {
        let file = try SmallStore.make()
        let folder = file.folder.url.path(percentEncoded: false)
        #expect(chmod(folder, 0o500) == 0)
        defer { chmod(folder, 0o700) }
        #expect(try SmallStore.contents(file.open(.readOnly)).count > 20)
        #expect(throws: StoreError.self) {
            _ = try file.open().reserveNumbers(1, forRootEntityNamed: "Part")
        }
    }
}
