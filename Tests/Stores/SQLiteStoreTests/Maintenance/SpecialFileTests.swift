import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import StoreMigration
import TestSupport
import Testing

/// Operations on files remove and replace the files of stores, and nothing else.
@Suite(.timeLimit(.minutes(2))) struct SpecialFileTests {
    private let folder: TemporaryFolder
    private let model = ManagedObjectModel(
        Model(
            name: "Images",
            entities: [
                Entity(
                    name: "Image",
                    attributes: [
                        Attribute(
                            name: "data", type: .binary, isOptional: true, allowsExternalBinaryDataStorage: true)
                    ])
            ]))

    init() throws {
        folder = try TemporaryFolder()
    }

    private func url(_ name: String) -> URL { folder.url.appending(path: name) }

    private func appearance() throws -> [String: String] { try SpecialFile.appearance(of: folder.url) }

    private static let value = Data(repeating: 7, count: 200_000)

    /// A store of one object with a large value.
    private func makeStore(_ name: String) throws {
        let context = try PersistentContainer(model: model, store: .sqlite(at: url(name))).newContext()
        try withExtendedLifetime(context) {
            context.insertNewObject(forEntityName: "Image").setValue(Self.value, forKey: "data")
            try context.save()
        }
    }

    private func values(in name: String) throws -> [Data?] {
        let context = try PersistentContainer(model: model, store: .sqlite(at: url(name), options: .readOnly))
            .newContext()
        return try context.fetch(FetchRequest<ManagedObject>(entityName: "Image"))
            .map { $0.value(forKey: "data") as? Data }
    }

    /// An operation that would remove or write a file.
    enum Operation: String, CaseIterable, Sendable {
        case destroy, open, openForReading, check, migrate, seed, backUp, backUpOf
    }

    private func run(_ operation: Operation, at url: URL) throws {
        switch operation {
        case .destroy: try SQLiteStore.destroy(at: url)
        case .open: _ = try SQLiteStore(at: url, model: model)
        case .openForReading: _ = try SQLiteStore(at: url, model: model, options: .readOnly)
        case .check: _ = try SQLiteStore.check(url, model: model)
        case .migrate: try SQLiteStore.migrate(url, to: model)
        case .seed: try SQLiteStore.seed(url, from: self.url("seed.sqlite"))
        case .backUp: try SQLiteStore.backUp(self.url("seed.sqlite"), to: url)
        case .backUpOf: try SQLiteStore.backUp(url, to: self.url("copy.sqlite"))
        }
    }

    private func error(_ operation: Operation, at url: URL) -> StoreError? {
        #expect(throws: StoreError.self, "\(operation)") { try run(operation, at: url) }
    }

    // MARK: - In the place of the store

    @Test("Nothing but a file is destroyed, opened, migrated, copied, or written", arguments: SpecialFile.makeable)
    func inThePlaceOfTheStore(_ kind: SpecialFile) throws {
        try makeStore("seed.sqlite")
        try kind.make(at: folder.path("store.sqlite"))
        let before = try appearance()
        for operation in Operation.allCases {
            let error = error(operation, at: url("store.sqlite"))
            let expected =
                switch operation {
                case .destroy where kind == .circularLink:
                    "the store cannot be destroyed: too many levels of symbolic links; specify the file of a store"
                case .destroy: "the store cannot be destroyed: \(kind.reason); specify the file of a store"
                case .backUp: "the file already exists; nothing was written"
                default: "it cannot be opened: \(kind.reason)"
                }
            #expect(error?.message == expected, "\(operation)")
            #expect(error?.code == .fileSystem)
            #expect(error?.location == folder.path("store.sqlite"), "\(operation)")
            #expect(try appearance() == before, "\(operation)")
        }
    }

    // MARK: - Next to the store

    private static let suffixes = ["-wal", "-shm", "-journal"]

    @Test("Nothing but files is removed or opened next to a store", arguments: suffixes, SpecialFile.makeable)
    func nextToTheStore(_ suffix: String, _ kind: SpecialFile) throws {
        try makeStore("store.sqlite")
        try makeStore("seed.sqlite")
        for name in ["store.sqlite", "missing.sqlite"] {
            try? FileManager.default.removeItem(at: url(name + suffix))
            try kind.make(at: folder.path(name + suffix))
            let before = try appearance()
            for operation in Operation.allCases {
                if name == "missing.sqlite", ![.destroy, .open, .seed, .backUp].contains(operation) { continue }
                if name == "store.sqlite", [.seed, .backUp].contains(operation) { continue }
                let error = error(operation, at: url(name))
                let expected =
                    switch operation {
                    case .destroy: "the store cannot be destroyed: \(kind.reasonAsEntry); move it away first"
                    case .backUp: "the file already exists; nothing was written"
                    default: "the store cannot be opened: \(kind.reasonAsEntry); move it away first"
                    }
                #expect(error?.message == expected, "\(operation)")
                #expect(error?.location == folder.path(name + suffix), "\(operation)")
                #expect(try appearance() == before, "\(operation)")
            }
        }
    }

    @Test("Only folders are taken for the folders of large values", arguments: ["", "/_EXTERNAL_DATA"])
    func foldersOfValues(_ name: String) throws {
        for kind in SpecialFile.makeable where kind != .folder {
            try makeStore("store.sqlite")
            let place = ".store_SUPPORT\(name)"
            try FileManager.default.moveItem(at: url(place), to: url("aside"))
            try kind.make(at: folder.path(place))
            let before = try appearance()
            let error = error(.destroy, at: url("store.sqlite"))
            #expect(error?.message == "the store cannot be destroyed: \(kind.reasonAsEntry); move it away first")
            #expect(error?.location == folder.path(place))
            #expect(try appearance() == before, "\(kind)")
            #expect(unlink(folder.path(place)) == 0)
            try FileManager.default.moveItem(at: url("aside"), to: url(place))
            try SQLiteStore.destroy(at: url("store.sqlite"))
            #expect(try appearance().isEmpty)
        }
    }

    @Test("What others have put next to large values stays, and is not copied")
    func filesOfOthers() throws {
        try makeStore("store.sqlite")
        try folder.write("mine", to: ".store_SUPPORT/_EXTERNAL_DATA/photo.jpg")
        try SpecialFile.pipe.make(at: folder.path(".store_SUPPORT/pipe"))
        let pipe = try appearance()[".store_SUPPORT/pipe"]
        try SQLiteStore.backUp(url("store.sqlite"), to: url("copy.sqlite"))
        #expect(try values(in: "copy.sqlite") == [Self.value])
        try SQLiteStore.destroy(at: url("store.sqlite"))
        #expect(try values(in: "copy.sqlite") == [Self.value])
        try SQLiteStore.destroy(at: url("copy.sqlite"))
        #expect(
            try appearance().keys.sorted() == [
                ".store_SUPPORT", ".store_SUPPORT/_EXTERNAL_DATA", ".store_SUPPORT/_EXTERNAL_DATA/photo.jpg",
                ".store_SUPPORT/pipe",
            ])
        #expect(try appearance()[".store_SUPPORT/pipe"] == pipe)
    }

    @Test("A large value that is not in a file stops a copy and the removal", arguments: SpecialFile.makeable)
    func valueThatIsNoFile(_ kind: SpecialFile) throws {
        try makeStore("store.sqlite")
        let values = ".store_SUPPORT/_EXTERNAL_DATA/"
        let name = try #require(folder.names(in: values).first)
        try FileManager.default.removeItem(at: url(values + name))
        try kind.make(at: folder.path(values + name))
        let before = try appearance()
        let failure = error(.backUpOf, at: url("store.sqlite"))
        #expect(failure?.code == .missingExternalData)
        #expect(failure?.table == "ZIMAGE" && failure?.row == 1)
        #expect(
            failure?.message
                == "the large value of 'data' in the file '\(folder.path(values + name))' cannot be copied: "
                + "\(kind.reason); restore the file, or set the attribute to nil")
        #expect(try appearance() == before)
        let error = error(.destroy, at: url("store.sqlite"))
        #expect(error?.message == "the file cannot be removed")
        #expect(error?.location == folder.path(values + name))
        #expect(try appearance()[values + name] == before[values + name])
    }

    // MARK: - Files

    @Test("A file that is not a database stays", arguments: ["hello\n", "\u{89}PNG\r\n", "SQLite format 2"])
    func otherFiles(_ text: String) throws {
        try folder.write(text, to: "store.sqlite")
        try folder.write("other", to: "store.sqlite-wal")
        let before = try appearance()
        let error = error(.destroy, at: url("store.sqlite"))
        #expect(error?.code == .notADatabase && error?.location == folder.path("store.sqlite"))
        #expect(
            error?.message == "the file is not a SQLite database, and stays; to remove it anyway, delete the file")
        #expect(try appearance() == before)
    }

    @Test("A database that Core Data did not create stays")
    func otherDatabases() throws {
        try folder.write("", to: "store.sqlite")
        let database = try DatabaseFile(url("store.sqlite"))
        _ = try database.rows("CREATE TABLE song (title TEXT)")
        let before = try appearance()
        let error = error(.destroy, at: url("store.sqlite"))
        #expect(error?.code == .notAStore && error?.location == folder.path("store.sqlite"))
        #expect(
            error?.message == """
                Core Data did not create the database, which stays: it has no table 'Z_METADATA'; to remove it anyway, \
                delete the file
                """)
        #expect(try appearance() == before)
    }

    @Test("A database that another program has locked, and that is not known to be a store, stays")
    func lockedDatabase() throws {
        try folder.write("", to: "store.sqlite")
        let database = try DatabaseFile(url("store.sqlite"))
        _ = try database.rows("CREATE TABLE song (title TEXT)")
        _ = try database.rows("BEGIN EXCLUSIVE")
        _ = try database.rows("INSERT INTO song VALUES ('one')")
        let error = error(.destroy, at: url("store.sqlite"))
        #expect(error?.code == .inUse || error?.code == .notAStore)
        _ = try database.rows("COMMIT")
        #expect(try DatabaseFile(url("store.sqlite")).rows("SELECT title FROM song") == [["one"]])
    }

    @Test("Damaged and empty stores are destroyed")
    func damagedStores() throws {
        try makeStore("good.sqlite")
        let good = try Data(contentsOf: url("good.sqlite"))
        try SQLiteStore.destroy(at: url("good.sqlite"))
        let signature = Data("SQLite format 3\0".utf8)
        let damaged = [
            Data(), good.prefix(60), good.prefix(5_000), signature, signature + Data(repeating: 9, count: 20_000),
        ]
        for bytes in damaged {
            try bytes.write(to: url("store.sqlite"))
            try SQLiteStore.destroy(at: url("store.sqlite"))
            #expect(try appearance().isEmpty, "\(bytes.count) bytes")
        }
    }

    @Test("Destroying a store through a link removes the files of the store, and the link")
    func links() throws {
        try folder.createFolder("below")
        try makeStore("below/store.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.sqlite"), withDestinationPath: "below/store.sqlite")
        // Values of what was saved through the link are next to it.
        try makeStore("link.sqlite")
        try SQLiteStore.destroy(at: url("link.sqlite"))
        #expect(try appearance().keys.sorted() == ["below"])
        try makeStore("link.sqlite")
        #expect(try values(in: "link.sqlite") == [Self.value])
    }
}
