import FileAccess
import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// The file itself: its rights, links to it, folders, and who may have it open.
struct StoreFileTests {
    private func saveOneHero(in context: ManagedObjectContext) throws {
        _ = Superhero(context: context)
        try context.save()
    }

    private func permissions(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))[.posixPermissions] as? Int
    }

    @Test("Opening a store writes no file")
    func openingWritesNoStore() throws {
        let file = try StoreFile()
        #expect(try file.session { try $0.all(Superhero.self).isEmpty })
        #expect(try file.fileNames == [])
    }

    @Test("The file can be read and written only by its owner")
    func theFileIsTheUsersAlone() throws {
        let file = try StoreFile()
        try file.session(saveOneHero)
        #expect(try permissions(file.url) == 0o600)
        #expect(try file.fileNames == ["Store.json"])
    }

    @Test("Changed permissions of the file are kept")
    func rightsThatWereGivenAreKept() throws {
        let file = try StoreFile()
        try file.session(saveOneHero)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
        try file.session(JSONStoreOptions(compaction: .manual)) { context in
            try saveOneHero(in: context)
            #expect(try permissions(file.journalURL) == 0o640)
            try saveOneHero(in: context)
            try (context.persistentStore as? JSONStore)?.compact()
            #expect(try permissions(file.url) == 0o640)
        }
    }

    @Test("A save into a deleted folder is an error, and works after the folder is created again")
    func aFolderThatVanishesIsAnError() throws {
        let file = try StoreFile(name: "folder/Store.json")
        let context = try file.open()
        try saveOneHero(in: context)
        try saveOneHero(in: context)
        try FileManager.default.removeItem(at: file.url.deletingLastPathComponent())
        let error = #expect(throws: StoreError.self) { try saveOneHero(in: context) }
        #expect(error?.code == .fileSystem)
        #expect(context.hasChanges)
        try FileManager.default.createDirectory(
            at: file.url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try context.save()
        #expect(try file.session(JSONStoreOptions(isReadOnly: true)) { try $0.all(Superhero.self).count } == 3)
    }

    @Test("A save replaces a deleted journal")
    func aJournalThatVanishesIsMadeGood() throws {
        let file = try StoreFile()
        let context = try file.open(.system, JSONStoreOptions(compaction: .manual))
        for _ in 0..<3 { try saveOneHero(in: context) }
        try FileManager.default.removeItem(at: file.journalURL)
        try saveOneHero(in: context)
        #expect(try file.session(JSONStoreOptions(isReadOnly: true)) { try $0.all(Superhero.self).count } == 4)
    }

    @Test("No save is lost if the clock goes back")
    func aClockThatGoesBackDoesNoHarm() throws {
        let file = try StoreFile()
        var operations = FileOperations.system
        operations.synchronize = { descriptor in
            // As if the file had been written long ago.
            var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
            _ = futimens(descriptor, &times)
            try FileOperations.system.synchronize(descriptor)
        }
        do {
            let context = try file.open(operations, JSONStoreOptions(compaction: .manual))
            for _ in 0..<3 { try saveOneHero(in: context) }
            try (context.persistentStore as? JSONStore)?.compact()
            try saveOneHero(in: context)
        }
        #expect(try file.session { try $0.all(Superhero.self).count } == 4)
    }

    @Test("Saving through a symbolic link keeps the link")
    func savingThroughALinkKeepsTheLink() throws {
        let file = try StoreFile(name: "link.json")
        let target = file.folder.url.appending(path: "real/Store.json")
        try file.folder.createFolder("real")
        try FileManager.default.createSymbolicLink(
            atPath: file.url.path(percentEncoded: false), withDestinationPath: "real/Store.json")
        for count in 1...2 {
            try file.session(saveOneHero)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path(percentEncoded: false))
            #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
            #expect(FileManager.default.fileExists(atPath: target.path(percentEncoded: false)))
            #expect(try file.session { try $0.all(Superhero.self).count } == count)
        }
    }

    @Test("A symbolic link and its target are the same store")
    func aLinkAndItsTargetAreOneStore() throws {
        let file = try StoreFile()
        try file.session(saveOneHero)
        let link = file.folder.url.appending(path: "link.json")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file.url)
        try file.session { _ in
            let error = #expect(throws: StoreError.self) { try JSONStore(at: link, model: .superheroes) }
            #expect(error?.code == .inUse)
        }
    }

    @Test("STO-4 missing folders are created")
    func missingFolders() throws {
        let file = try StoreFile(name: "a/b c/ü/Store.json")
        try file.session(saveOneHero)
        #expect(try file.session { try $0.all(Superhero.self).count } == 1)
    }

    @Test("STO-4 an impossible location is an error")
    func impossiblePlaces() throws {
        let file = try StoreFile()
        try file.write("a file")
        for place in [file.url.appending(path: "Store.json"), file.url.appending(path: "a/b.json")] {
            let error = #expect(throws: StoreError.self) { try JSONStore(at: place, model: .superheroes) }
            #expect(error?.code == .fileSystem)
        }
    }

    @Test("After a store was closed, its objects can be read, and only another store saves to the file")
    func closedStores() throws {
        let file = try StoreFile()
        let context = try file.open()
        Superhero(context: context).name = "a"
        try context.save()
        let store = try #require(context.persistentStore as? JSONStore)
        for _ in 0..<2 { store.close() }
        try file.session { other in
            Superhero(context: other).name = "b"
            try other.save()
        }
        Superhero(context: context).name = "c"
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .fileSystem && error?.location == file.path)
        #expect("\(error as Any)".contains("open it again"))
        context.rollback()
        #expect(try context.fetch(FetchRequest<Superhero>()).map(\.name) == ["a"])
        #expect(try file.session { try $0.fetch(FetchRequest<Superhero>()).map(\.name) } == ["a", "b"])
    }

    @Test("Opening a store twice in a process is an error that names the process")
    func openedTwice() throws {
        let file = try StoreFile()
        try file.session { context in
            try saveOneHero(in: context)
            let error = try #require(try file.expectRefusal(.inUse))
            #expect(
                error.message == "the store is already open in this process (\(getpid())); use a single container")
            try saveOneHero(in: context)
        }
        #expect(try file.session { try $0.all(Superhero.self).count } == 2)
    }

    #if os(Linux)
        @Test("Closing a store unlocks it although a child process has a copy of the descriptor")
        func closingWithInheritedDescriptors() throws {
            let file = try StoreFile()
            var copies: [Int32] = []
            try file.session { _ in
                // A child that was forked and has not begun its own program yet has a copy of every descriptor.
                let lock = file.path + ".lock"
                for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                    if target == lock, let descriptor = Int32(name) { copies.append(dup(descriptor)) }
                }
            }
            #expect(!copies.isEmpty)
            try file.session(saveOneHero)
            for copy in copies { close(copy) }
        }
    #endif

    @Test("Another process that opens the store is told which process has it open")
    func openedByAnotherProcess() throws {
        let file = try StoreFile()
        try file.session { _ in
            let outcome = try BuiltProduct("superheroes").run("list", "--store", file.path)
            #expect(outcome.exitCode == 1)
            #expect(
                outcome.errorOutput == """
                    Error: \(file.path): the store is in use by process \(getpid()); wait until that process ends

                    """)
        }
    }

    @Test("A temporary file of an interrupted save is replaced")
    func whatACrashLeftBehindIsReplaced() throws {
        let file = try StoreFile()
        try file.folder.write("half a sto", to: "Store.json.new")
        try file.session(saveOneHero)
        #expect(try file.fileNames == ["Store.json"])
    }

    @Test("A symbolic link in the place of the temporary file is not followed")
    func linkAtTemporaryFile() throws {
        let file = try StoreFile()
        let elsewhere = try file.folder.write("precious", to: "elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: file.folder.path("Store.json.new"), withDestinationPath: elsewhere)
        try file.session(saveOneHero)
        #expect(try String(contentsOfFile: elsewhere, encoding: .utf8) == "precious")
        #expect(try file.session { try $0.all(Superhero.self).count } == 1)
    }

    @Test("CTX-4 saving without changes writes nothing")
    func savingNothing() throws {
        let file = try StoreFile()
        try file.session { try $0.save() }
        #expect(try file.fileNames == [])
    }

    @Test("Readers do not wait for a save")
    func readersDoNotWaitForAWriter() throws {
        let file = try StoreFile()
        let probe = ReaderDuringSave()
        var operations = FileOperations.system
        operations.synchronize = { descriptor in
            probe.read()
            try FileOperations.system.synchronize(descriptor)
        }
        let context = try file.open(operations)
        probe.store(try #require(context.persistentStore as? JSONStore))
        try saveOneHero(in: context)
        #expect(probe.generations == [0])
    }
}
