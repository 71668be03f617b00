import FileAccess
import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Stores that are opened for reading only, beside a writer or alone.
struct ReadOnlyTests {
    private static let readOnly = JSONStoreOptions(isReadOnly: true)

    @Test("STO-15 fetching works, saving throws")
    func savingThrows() throws {
        let file = try StoreFile()
        try file.session { context in
            _ = Superhero(context: context)
            try context.save()
        }
        let before = try file.bytes
        try file.session(Self.readOnly) { context in
            let heroes = try context.all(Superhero.self)
            #expect(heroes.count == 1)
            _ = Superhero(context: context)
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .readOnly)
            #expect(context.hasChanges)
        }
        #expect(try file.bytes == before)
    }

    @Test("Opening a store read-only creates no files")
    func readingMakesNoFiles() throws {
        let file = try StoreFile()
        try file.session { context in
            _ = Superhero(context: context)
            try context.save()
        }
        let folder = try TemporaryFolder()
        let copy = folder.url.appending(path: "Store.json")
        try FileManager.default.copyItem(at: file.url, to: copy)
        _ = try JSONStore(at: copy, model: .superheroes, options: Self.readOnly)
        #expect(try folder.names() == ["Store.json"])
    }

    @Test("A read-only store must exist")
    func thereHasToBeAStore() throws {
        let file = try StoreFile()
        let error = #expect(throws: StoreError.self) {
            try JSONStore(at: file.url, model: .superheroes, options: Self.readOnly)
        }
        #expect(error?.code == .fileSystem)
        #expect(try file.fileNames == [])
    }

    @Test("A read-only store shows every kind of save")
    func readersSeeEveryKindOfSave() throws {
        let file = try StoreFile()
        let context = try file.open(.system, JSONStoreOptions(compaction: .manual))
        let writer = try #require(context.persistentStore as? JSONStore)
        _ = Superhero(context: context)
        try context.save()
        let reader = try JSONStore(at: file.url, model: .superheroes, options: Self.readOnly)
        let container = try PersistentContainer(model: .superheroes, store: OpenStoreDescription(reader))
        func expect(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
            #expect(
                try container.newContext().all(Superhero.self).count == count, sourceLocation: sourceLocation)
        }
        try expect(1)
        for round in 0..<3 {
            _ = Superhero(context: context)
            try context.save()
            try expect(round * 3 + 2)
            _ = Superhero(context: context)
            try context.save()
            try expect(round * 3 + 3)
            try writer.compact()
            try expect(round * 3 + 3)
            _ = Superhero(context: context)
            try context.save()
            try expect(round * 3 + 4)
        }
        let kept = container.newContext()
        #expect(try kept.all(Superhero.self).count == 10)
        for _ in 0..<1_500 { _ = Superhero(context: context) }
        try context.save()
        try expect(1_510)
    }

    @Test("A read-only store shows the saves of another process")
    func readersSeeWhatAnotherProcessSaves() throws {
        let file = try StoreFile()
        try file.session { context in
            _ = Superhero(context: context)
            try context.save()
        }
        let reader = try JSONStore(at: file.url, model: .superheroes, options: Self.readOnly)
        let container = try PersistentContainer(model: .superheroes, store: OpenStoreDescription(reader))
        #expect(try container.newContext().all(Superhero.self).count == 1)
        let outcome = try BuiltProduct("superheroes").run("add", "Zatanna", "Magic", "dc", "--store", file.path)
        #expect(outcome.exitCode == 0, "\(outcome.errorOutput)")
        let names = try container.newContext().all(Superhero.self).map(\.name)
        #expect(names == [nil, "Zatanna"])
    }

    @Test("A read-only store keeps its state and reports an error if the file becomes unreadable")
    func whatCannotBeReadAnyMoreIsReported() throws {
        let file = try StoreFile()
        try file.session { context in
            _ = Superhero(context: context)
            try context.save()
        }
        let reader = try JSONStore(at: file.url, model: .superheroes, options: Self.readOnly)
        try file.write("no store")
        #expect(
            try PersistentContainer(model: .superheroes, store: OpenStoreDescription(reader)).newContext()
                .all(Superhero.self).count == 1)
        #expect(throws: StoreError.self) { try reader.refresh() }
    }

    @Test(
        "A read-only store reads a file that it refuses again only after a change, or when it is refreshed",
        arguments: [false, true])
    func refusedFilesAreReadOnce(isOfAnotherStore: Bool) throws {
        let file = try StoreFile()
        try file.session { context in
            _ = Superhero(context: context)
            try context.save()
        }
        let intact = try file.bytes
        let lines = LogLines()
        let reader = try JSONStore(
            at: file.url, model: .superheroes, options: JSONStoreOptions(isReadOnly: true, logger: lines.logger))
        let container = try PersistentContainer(model: .superheroes, store: OpenStoreDescription(reader))
        /// Replaces the contents of the same file, whose time of change does not show it.
        func put(_ bytes: [UInt8]) throws {
            let handle = try FileHandle(forWritingTo: file.url)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
            let date = Date(timeIntervalSince1970: 1_000_000_000)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
        /// Returns how many errors the log has after a fetch, which has the last state. Each error is logged once.
        func errorCount() throws -> Int {
            #expect(try container.newContext().all(Superhero.self).count == 1)
            return lines.all.count { $0.contains("the saves of other processes cannot be read") }
        }
        #expect(try errorCount() == 0)
        let refused = try isOfAnotherStore ? Self.bytesOfAnotherStore() : intact.dropLast(2)
        try put(Array(refused))
        #expect(try errorCount() == 1)
        // Reading this would be another error.
        try put(Array(repeating: UInt8(ascii: "?"), count: refused.count))
        #expect(try errorCount() == 1)
        #expect(throws: StoreError.self) { try reader.refresh() }
        #expect(try errorCount() == 2)
        // The size has changed.
        try put(Array(refused) + Array("?".utf8))
        #expect(try errorCount() == 3)
        try file.write(intact)
        try reader.refresh()
        #expect(try errorCount() == 3)
    }

    private static func bytesOfAnotherStore() throws -> ArraySlice<UInt8> {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Other.json")
        // The store has an identifier of its own.
        let context = try PersistentContainer(model: .superheroes, store: .json(at: url)).newContext()
        _ = Superhero(context: context)
        try context.save()
        return try withExtendedLifetime(context) { try [UInt8](Data(contentsOf: url))[...] }
    }

    @Test("A file larger than the limit is refused")
    func filesThatAreTooLargeAreRefused() throws {
        let file = try StoreFile()
        try file.session { context in
            _ = Superhero(context: context)
            try context.save()
        }
        let error = #expect(throws: StoreError.self) {
            try JSONStore(at: file.url, model: .superheroes, options: JSONStoreOptions(maximumSizeBytes: 100))
        }
        #expect(error?.code == .tooLarge)
    }
}
