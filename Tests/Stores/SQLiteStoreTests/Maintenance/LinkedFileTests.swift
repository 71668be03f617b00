import FileAccess
import Foundation
import ModelSchema
import ObjectGraph
import StoreMigration
import TestSupport
import Testing

@testable import SQLiteStore

/// Stores behind links, journals without their stores, files that several stores use, and the permissions of files.
@Suite(.timeLimit(.minutes(2))) struct LinkedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func model(_ extra: [String] = []) -> ManagedObjectModel {
        let extra = extra.map { Attribute(name: $0, type: .string, isOptional: true) }
        return ManagedObjectModel(
            Model(
                name: "Images",
                entities: [
                    Entity(
                        name: "Image",
                        attributes: [
                            Attribute(
                                name: "data", type: .binary, isOptional: true, allowsExternalBinaryDataStorage: true),
                            Attribute(name: "title", type: .string, isOptional: true),
                        ] + extra)
                ]))
    }

    private let model = model()
    private let newer = model(["subtitle"])

    private func url(_ name: String) -> URL { folder.url.appending(path: name) }

    private static let value = Data(repeating: 7, count: 200_000)

    @discardableResult
    private func makeStore(_ name: String) throws -> PersistentContainer {
        let container = try PersistentContainer(model: model, store: .sqlite(at: url(name)))
        let context = container.newContext()
        let image = context.insertNewObject(forEntityName: "Image")
        image.setValue(Self.value, forKey: "data")
        image.setValue("first", forKey: "title")
        try context.save()
        return container
    }

    private func values(in name: String, _ model: ManagedObjectModel? = nil) throws -> [Data?] {
        let container = try PersistentContainer(
            model: model ?? self.model, store: .sqlite(at: url(name), options: .readOnly))
        return try container.newContext().fetch(FetchRequest<ManagedObject>(entityName: "Image"))
            .map { $0.value(forKey: "data") as? Data }
    }

    private func mode(of name: String) -> UInt32? { FileStamp(folder.path(name))?.permissions.mode }

    @Test("A store behind a link has the saves of its journal, and its large values")
    func behindALink() throws {
        try FileManager.default.createDirectory(at: url("real"), withIntermediateDirectories: false)
        // Open, so that its journal stays.
        let container = try makeStore("real/store.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.sqlite"), withDestinationPath: "real/store.sqlite")
        try #require(FileReader.size(of: folder.path("real/store.sqlite-wal")) ?? 0 > 0)
        #expect(try values(in: "link.sqlite") == [Self.value])
        try SQLiteStore.backUp(url("link.sqlite"), to: url("copy.sqlite"))
        #expect(try values(in: "copy.sqlite") == [Self.value])
        #expect(try SQLiteStore.check(url("link.sqlite"), model: model).isEmpty)

        let context = try PersistentContainer(model: model, store: .sqlite(at: url("link.sqlite"))).newContext()
        try withExtendedLifetime(context) {
            context.insertNewObject(forEntityName: "Image").setValue(Self.value, forKey: "data")
            try context.save()
        }
        #expect(try values(in: "real/store.sqlite") == [Self.value, Self.value])
        try withExtendedLifetime(container) {
            try SQLiteStore.migrate(url("link.sqlite"), to: newer)
            #expect(try values(in: "real/store.sqlite", newer) == [Self.value, Self.value])
        }
        try SQLiteStore.destroy(at: url("link.sqlite"))
        #expect(try folder.names(in: "real").isEmpty)
    }

    @Test("A circle of links is refused")
    func circle() throws {
        for (name, destination) in [("a.sqlite", "b.sqlite"), ("b.sqlite", "a.sqlite")] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: destination)
        }
        let error = #expect(throws: StoreError.self) { _ = try SQLiteStore(at: url("a.sqlite"), model: model) }
        #expect(error?.code == .fileSystem)
    }

    @Test("A journal whose store is missing is kept, and no store is created next to it")
    func journalAlone() throws {
        let container = try makeStore("store.sqlite")
        try withExtendedLifetime(container) {
            try FileManager.default.copyItem(at: url("store.sqlite-wal"), to: url("lost.sqlite-wal"))
        }
        let before = try Data(contentsOf: url("lost.sqlite-wal"))
        let error = #expect(throws: StoreError.self) { _ = try SQLiteStore(at: url("lost.sqlite"), model: model) }
        #expect(error?.code == .journalMismatch)
        #expect(error?.location == folder.path("lost.sqlite-wal"))
        #expect(try Data(contentsOf: url("lost.sqlite-wal")) == before)
        #expect(FileKind(at: folder.path("lost.sqlite")) == nil)
    }

    @Test(
        "The journal of a transaction that was to create a store is no obstacle, and that of another one is",
        arguments: [UInt8(0), 9])
    func journalOfATransaction(_ pageCount: UInt8) throws {
        var header = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]) + Data(repeating: 0, count: 504)
        header[19] = pageCount
        try header.write(to: url("store.sqlite-journal"))
        try Data().write(to: url("store.sqlite"))
        if pageCount == 0 {
            _ = try SQLiteStore(at: url("store.sqlite"), model: model)
        } else {
            let error = #expect(throws: StoreError.self) { _ = try SQLiteStore(at: url("store.sqlite"), model: model) }
            #expect(error?.code == .journalMismatch)
            #expect(try Data(contentsOf: url("store.sqlite-journal")) == header)
        }
    }

    @Test("A backup is never the store itself", arguments: ["store.sqlite", "link.sqlite", "second.sqlite"])
    func backupOfItself(_ name: String) throws {
        try makeStore("store.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.sqlite"), withDestinationPath: "store.sqlite")
        try FileManager.default.linkItem(at: url("store.sqlite"), to: url("second.sqlite"))
        let error = #expect(throws: StoreError.self) {
            try SQLiteStore.migrate(
                url("store.sqlite"), to: newer,
                migration: MigrationOptions(backupURL: url(name)))
        }
        #expect(error?.message.contains("the store itself") == true)
        #expect(try values(in: "store.sqlite") == [Self.value])
    }

    @Test(
        "A migration and a removal keep the large values of a copy of the store",
        arguments: ["store.bak", "store.sqlite.bak", "store.sqlite-old", "store-old.sqlite", "store", "Store.bak"])
    func copyBeforeMigration(_ name: String) throws {
        try makeStore("store.sqlite")
        try FileManager.default.copyItem(at: url("store.sqlite"), to: url(name))
        try SQLiteStore.migrate(url("store.sqlite"), to: newer)
        #expect(try values(in: "store.sqlite", newer) == [Self.value])
        try SQLiteStore.destroy(at: url("store.sqlite"))
        // As people restore it.
        try FileManager.default.moveItem(at: url(name), to: url("store.sqlite"))
        #expect(try SQLiteStore.check(url("store.sqlite"), model: model).isEmpty)
        #expect(try values(in: "store.sqlite") == [Self.value])
    }

    @Test(
        "Nothing but a copy keeps large values that a migration has replaced",
        arguments: ["stores.sqlite", "folder", "link", "empty"])
    func otherFiles(_ kind: String) throws {
        try makeStore("store.sqlite")
        switch kind {
        case "folder": try folder.createFolder("store.app")
        case "link":
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("store.current"), withDestinationPath: "store.sqlite")
        case "empty": try folder.write("", to: "store.old")
        default: try FileManager.default.copyItem(at: url("store.sqlite"), to: url(kind))
        }
        let before = try valueNames()
        try SQLiteStore.migrate(url("store.sqlite"), to: newer)
        let after = try valueNames()
        #expect(after.count == 1 && after != before)
    }

    private func valueNames() throws -> [String] {
        try folder.names(in: ".store_SUPPORT/_EXTERNAL_DATA")
    }

    @Test("Only the user can access a new store, and a copy has the permissions of its store")
    func permissions() throws {
        try makeStore("store.sqlite")
        #expect(mode(of: "store.sqlite") == 0o600)
        try SQLiteStore.backUp(url("store.sqlite"), to: url("private.sqlite"))
        #expect(mode(of: "private.sqlite") == 0o600)
        #expect(chmod(folder.path("store.sqlite"), 0o444) == 0)
        try SQLiteStore.backUp(url("store.sqlite"), to: url("public.sqlite"))
        #expect(mode(of: "public.sqlite") == 0o644)
    }

    @Test("A text that is not UTF-8 is a finding, and is never written in another form")
    func invalidText() throws {
        try makeStore("store.sqlite")
        do {
            let connection = try SQLiteConnection(path: folder.path("store.sqlite"), access: .writing)
            try connection.run("UPDATE ZIMAGE SET ZTITLE = CAST(x'ff41' AS TEXT)")
        }
        #expect(try SQLiteStore.check(url("store.sqlite"), model: model).count == 1)
        #expect(throws: StoreError.self) { try SQLiteStore.migrate(url("store.sqlite"), to: newer) }
        let connection = try SQLiteConnection(reading: folder.path("store.sqlite"))
        #expect(try connection.number("SELECT COUNT(*) FROM ZIMAGE WHERE CAST(ZTITLE AS BLOB) = x'ff41'") == 1)
    }

    @Test("A file that is there keeps its permissions when a store is created in it")
    func rightsOfAnEmptyFile() throws {
        try folder.write("", to: "store.sqlite")
        #expect(chmod(folder.path("store.sqlite"), 0o640) == 0)
        try makeStore("store.sqlite")
        #expect(mode(of: "store.sqlite") == 0o640)
        #expect(try values(in: "store.sqlite") == [Self.value])
    }

    #if os(Linux)
        @Test("A new file is complete before it gets its name, so that no thread closes it while another one locks it")
        func newFile() throws {
            let events = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            try #require(events >= 0)
            defer { close(events) }
            try #require(inotify_add_watch(events, folder.path(""), UInt32(IN_CLOSE_WRITE)) >= 0)
            let connection = try SQLiteConnection(path: folder.path("store.sqlite"), access: .making)
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = withExtendedLifetime(connection) { read(events, &bytes, bytes.count) }
            let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            #expect(text.contains(".modelgen-") && !text.contains("store.sqlite"))
            #expect(mode(of: "store.sqlite") == 0o600)
            #expect(try folder.names() == ["store.sqlite"])
        }
    #endif

    #if os(Linux)
        @Test("A store is removed before its journal, so that a killed program leaves no store without its last saves")
        func orderOfRemoval() throws {
            // Open, so that its journal stays.
            let container = try makeStore("store.sqlite")
            let events = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            try #require(events >= 0)
            defer { close(events) }
            try #require(inotify_add_watch(events, folder.path(""), UInt32(IN_DELETE)) >= 0)
            try SQLiteStore.destroy(at: url("store.sqlite"))
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(events, &bytes, bytes.count)
            let removed = Data(bytes.prefix(max(count, 0)))
            let store = try #require(removed.firstRange(of: Data("store.sqlite\0".utf8)))
            let journal = try #require(removed.firstRange(of: Data("store.sqlite-wal\0".utf8)))
            #expect(store.lowerBound < journal.lowerBound)
            #expect(try folder.names() == [])
            withExtendedLifetime(container) {}
        }
    #endif

    #if os(Linux)
        @Test("A large value is read from its file only where it is accessed")
        func mappedValues() throws {
            try makeStore("store.sqlite")
            let found = try values(in: "store.sqlite")
            let maps = String(decoding: try FileReader.contents(of: "/proc/self/maps"), as: UTF8.self)
            #expect(maps.contains(folder.path(".store_SUPPORT/_EXTERNAL_DATA/")))
            #expect(found == [Self.value])
        }
    #endif
}
