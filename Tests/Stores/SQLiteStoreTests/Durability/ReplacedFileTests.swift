import Foundation
import ObjectGraph
import SQLiteStore
import SampleModels
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// The file of a running program is removed, replaced, or truncated by someone else, or its folder becomes read-only.
struct ReplacedFileTests {
    /// What someone does to the file.
    enum Deed: CaseIterable {
        case removal, removalWithJournal, replacement, replacementAfterRemoval, removalOfJournal, move
    }

    private let file: SQLiteFile
    private let other: SQLiteFile

    init() throws {
        file = try SQLiteFile()
        other = try SQLiteFile()
        try other.session { try Self.insert("other", $0) }
    }

    private static func insert(_ name: String, _ context: ManagedObjectContext) throws {
        Superhero(context: context).name = name
        try context.save()
    }

    private func `do`(_ deed: Deed) throws {
        let files = FileManager.default
        switch deed {
        case .removal: try files.removeItem(at: file.url)
        case .removalWithJournal:
            for name in try file.contents().keys { try files.removeItem(at: file.folder.url.appending(path: name)) }
        case .replacement: #expect(rename(other.path, file.path) == 0)
        case .replacementAfterRemoval:
            try `do`(.removalWithJournal)
            try files.copyItem(at: other.url, to: file.url)
        case .removalOfJournal: try files.removeItem(atPath: file.path + "-wal")
        case .move: try files.moveItem(at: file.url, to: file.folder.url.appending(path: "Moved.sqlite"))
        }
    }

    /// What a store throws whose file is not the one that it opened.
    private func expectReplaced(_ place: Comment, _ body: () throws -> Void) {
        let error = #expect(throws: StoreError.self, place) { try body() }
        #expect(error?.code == .fileReplaced, place)
        #expect(
            error?.description == """
                \(file.path): the file was removed or replaced while the store was open; close the store, and open it again
                """, place)
    }

    @Test(
        "A store whose file was removed or replaced says so, and writes nothing into either file",
        arguments: Deed.allCases, [false, true])
    func replacing(_ deed: Deed, readsFirst: Bool) throws {
        let place = Comment(rawValue: "\(deed)")
        var after: [String: Data] = [:]
        try file.session { context in
            try Self.insert("one", context)
            let hero = try #require(try context.all(Superhero.self).first)
            if readsFirst { #expect(hero.name == "one") }
            try `do`(deed)
            after = try file.contents()
            var errors: [any Error] = []
            let observation = context.observe { event in
                if case .didFailToRead(let error) = event { errors.append(error) }
            }
            Superhero(context: context).name = "two"
            hero.abilities = "none"
            for _ in 0..<2 {
                expectReplaced(place) { try context.save() }
                expectReplaced(place) { _ = try context.fetch(FetchRequest<Superhero>()) }
                expectReplaced(place) { _ = try context.count(for: FetchRequest<Superhero>()) }
            }
            try withExtendedLifetime(observation) {
                context.refresh(hero, mergeChanges: true)
                let error = try #require(errors.first, place)
                expectReplaced(place) { throw error }
            }
            #expect(context.insertedObjects.compactMap { ($0 as? Superhero)?.name } == ["two"], place)
        }
        // SQLite writes the journal to the file when it closes, so a journal that was removed is not lost.
        if deed != .removalOfJournal { #expect(try file.contents() == after, place) }
        if deed == .replacementAfterRemoval {
            let names = try file.session { try $0.all(Superhero.self).compactMap(\.name) }
            #expect(names == ["other"], place)
            #expect(try SQLiteStore.check(file.url, model: file.model).isEmpty, place)
        }
    }

    @Test(
        "A save whose file is removed or replaced while it is written throws, and its changes stay unsaved",
        arguments: Deed.allCases.filter { $0 != .move })
    func replacingDuringSave(_ deed: Deed) throws {
        let place = Comment(rawValue: "\(deed)")
        let system = try TestFileSystem()
        try file.session(.on(system)) { context in
            try Self.insert("one", context)
            // So that the save reserves no numbers in a transaction of its own.
            try context.obtainPermanentIDs(for: [Superhero(context: context)])
            let problem = Mutex<(any Error)?>(nil)
            system.beforeJournalIsSynchronized {
                do { try `do`(deed) } catch { problem.withLock { $0 = error } }
            }
            expectReplaced(place) { try context.save() }
            if let problem = problem.withLock({ $0 }) { throw problem }
            #expect(context.insertedObjects.count == 1, place)
            expectReplaced(place) { try context.save() }
        }
        // Whoever replaces the file alone leaves it with the journal of another one.
        guard deed == .replacementAfterRemoval else { return }
        #expect(try file.session { try $0.all(Superhero.self).compactMap(\.name) } == ["other"], place)
    }

    @Test("A context that follows others' saves reports that the file was replaced")
    func following() throws {
        try file.session { context in
            try Self.insert("one", context)
            let hero = try #require(try context.all(Superhero.self).first)
            #expect(hero.name == "one")
            context.automaticallyMergesChangesFromParent = true
            var errors: [any Error] = []
            let observation = context.observe { event in
                if case .didFailToRead(let error) = event { errors.append(error) }
            }
            try `do`(.replacement)
            withExtendedLifetime(observation) { context.processPendingChanges() }
            #expect(errors.compactMap { ($0 as? StoreError)?.code }.first == .fileReplaced)
        }
    }

    @Test("A store whose file was removed or replaced is not backed up", arguments: Deed.allCases)
    func backup(_ deed: Deed) throws {
        let store = try file.open()
        try file.session { try Self.insert("one", $0) }
        try `do`(deed)
        let target = file.folder.url.appending(path: "Copy.sqlite")
        expectReplaced("\(deed)") { try store.backUp(to: target) }
        #expect(!FileManager.default.fileExists(atPath: target.path(percentEncoded: false)))
    }

    @Test("A store whose file was truncated is not backed up, and its journal stays")
    func backupOfATruncatedFile() throws {
        let store = try file.open()
        try file.session { try Self.insert("one", $0) }
        let journal = try file.contents()["Store.sqlite-wal"]
        #expect((journal?.count ?? 0) > 32)
        let handle = try FileHandle(forWritingTo: file.url)
        try handle.truncate(atOffset: 0)
        try handle.close()
        let error = #expect(throws: StoreError.self) {
            try store.backUp(to: file.folder.url.appending(path: "Copy.sqlite"))
        }
        #expect(error?.code == .damaged)
        #expect(try file.contents()["Store.sqlite-wal"] == journal)
    }

    @Test("A file that is moved while a save is written has the large values of the save")
    func valuesOfAMovedFile() throws {
        let image = Entity(
            name: "Image",
            attributes: [
                Attribute(
                    name: "data", type: .binary, isOptional: true, allowsExternalBinaryDataStorage: true)
            ])
        let file = try SQLiteFile(ManagedObjectModel(Model(name: "Images", entities: [image])))
        let moved = file.folder.url.appending(path: "Moved.sqlite")
        let system = try TestFileSystem()
        try file.session(.on(system)) { context in
            let image = context.insertNewObject(forEntityName: "Image")
            try context.obtainPermanentIDs(for: [image])
            image.setValue(Data(repeating: 7, count: 200_000), forKey: "data")
            let url = file.url
            system.beforeJournalIsSynchronized {
                try? FileManager.default.moveItem(at: url, to: moved)
                // The time after which a commit looks at the file again, which is what this tests: until then, it would
                // not notice that the file was moved.
                Thread.sleep(forTimeInterval: 0.05)
            }
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .fileReplaced)
        }
        try FileManager.default.moveItem(at: moved, to: file.url)
        try file.session { context in
            let images = try context.fetch(FetchRequest<ManagedObject>(entityName: "Image"))
            #expect(images.map { ($0.value(forKey: "data") as? Data)?.count } == [200_000])
        }
    }

    @Test("A token is not taken for expired if its store cannot be read")
    func historyOfAReplacedFile() throws {
        let token = try file.session { context in
            let coordinator = context.persistentStoreCoordinator
            try coordinator.setTracksHistory(true)
            try Self.insert("one", context)
            return coordinator.currentPersistentHistoryToken
        }
        try file.session { context in
            try `do`(.replacement)
            expectReplaced("history") { _ = try context.persistentStoreCoordinator.history(after: token) }
        }
    }

    @Test("A read-only store whose file was replaced says so")
    func readOnly() throws {
        try file.session { try Self.insert("one", $0) }
        try file.session(.readOnly) { context in
            #expect(try context.all(Superhero.self).count == 1)
            try `do`(.replacement)
            expectReplaced("read-only") { _ = try context.fetch(FetchRequest<Superhero>()) }
        }
    }

    @Test(
        "A store whose file was truncated or overwritten says so, and is whole when the file is restored",
        arguments: [0, 10, 100, 4096, 20_000])
    func truncating(toBytes length: UInt64) throws {
        let place = Comment(rawValue: "\(length) bytes")
        var before: [String: Data] = [:]
        try file.session { context in
            for number in 0..<50 { Superhero(context: context).name = "\(number)" }
            try context.save()
        }
        let names = Set((0..<50).map { "\($0)" } + ["acknowledged"])
        try file.session { context in
            try Self.insert("acknowledged", context)
            before = try file.contents()
            let handle = try FileHandle(forWritingTo: file.url)
            try handle.truncate(atOffset: length)
            try handle.close()
            Superhero(context: context).name = "two"
            for _ in 0..<2 {
                let error = #expect(throws: StoreError.self, place) { try context.save() }
                #expect(error?.code == .damaged, place)
                #expect(error?.location == file.path && error?.message.contains("restore it") == true, place)
            }
            do {
                // What is still in the connection's memory is right.
                let found = try context.fetch(FetchRequest<Superhero>())
                #expect(found.count == names.count + 1, place)
            } catch let error as StoreError {
                #expect([.damaged, .notADatabase, .fileSystem].contains(error.code), "\(length): \(error)")
            }
        }
        for name in try file.contents().keys {
            try FileManager.default.removeItem(at: file.folder.url.appending(path: name))
        }
        for (name, bytes) in before where !name.hasSuffix("-shm") {
            try bytes.write(to: file.folder.url.appending(path: name))
        }
        #expect(try SQLiteStore.check(file.url, model: file.model).isEmpty, place)
        #expect(try file.session { Set(try $0.all(Superhero.self).compactMap(\.name)) } == names, place)
    }

    /// Runs a program as a user who is subject to permissions.
    private static let asNobody = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    private static let canRunAsNobody: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder(), chmod(folder.path(""), 0o777) == 0 else {
            return false
        }
        // A program that opens a store, and saves nothing.
        let arguments = [folder.path("Store.sqlite"), "nobody", "0"]
        return withExtendedLifetime(folder) {
            (try? BuiltProduct("store-writer").run(arguments, launcher: asNobody).exitCode) == 0
        }
    }()

    @Test(
        "A store whose folder becomes read-only while it is open goes on saving, and loses nothing",
        .enabled(if: canRunAsNobody, "only root runs programs as others; run the tests as root"))
    func readOnlyFolder() throws {
        let folder = file.folder.url.path(percentEncoded: false)
        #expect(chmod(folder, 0o777) == 0)
        let writer = try WriterProcess([file.path], launcher: Self.asNobody)
        let before = writer.acknowledged(3)
        #expect(chmod(folder, 0o755) == 0)
        var generator = SplitMix.seeded()
        let after = writer.killed(after: 20, &generator)
        let last = try #require(after.last, "no save succeeded in the read-only folder")
        #expect(before.count >= 3 && after.count >= 20)
        _ = try file.session { try $0.expectSaves(upTo: last, "seed \(generator.seed)") }
        #expect(try DatabaseFile(file.url).integrity() == "ok")
        #expect(try SQLiteStore.check(file.url, model: file.model).isEmpty)
    }
}
