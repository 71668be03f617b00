import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// A store's file is there to be edited; not while a program has it open.
@Suite struct EditedFileTests {
    @Test("A save refuses to overwrite a file that was edited while the store is open")
    func anEditUnderAnOpenStoreIsNotLost() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "store.json")
        let context = try PersistentContainer(model: .superheroes, store: .json(at: url)).newContext()
        Superhero(context: context).name = "Superman"
        try context.save()
        let edited = try String(contentsOf: url, encoding: .utf8).replacing("Superman", with: "Clark Kent")
        try Data(edited.utf8).write(to: url)

        Superhero(context: context).name = "Cyborg"
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .changedElsewhere)
        #expect(try String(contentsOf: url, encoding: .utf8) == edited)
        #expect(context.hasChanges)
    }

    @Test("A save creates the file again if it was deleted")
    func aFileThatIsGoneIsMadeAgain() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "store.json")
        let context = try PersistentContainer(model: .superheroes, store: .json(at: url)).newContext()
        Superhero(context: context).name = "Superman"
        try context.save()
        try FileManager.default.removeItem(at: url)
        Superhero(context: context).name = "Cyborg"
        try context.save()
        let text = try String(contentsOf: url, encoding: .utf8)
        #expect(
            text.hasSuffix(
                #"""
                 "entities": {
                  "Superhero": [
                   {"id": 1, "name": "Superman", "universe": 0},
                   {"id": 2, "name": "Cyborg", "universe": 0}
                  ],
                  "Team": []}}

                """#), "\(text)")
    }

    /// A store with one save in its file and another one in its journal, and the file of another store beside it.
    private struct ReplacedFile {
        let file: StoreFile
        let other: URL
        let kept: URL

        init() throws {
            file = try StoreFile()
            other = file.folder.url.appending(path: "other.json")
            kept = file.folder.url.appending(path: "kept.json")
            // The store has an identifier of its own.
            try EditedFileTests.insert("Other", PersistentContainer(model: .superheroes, store: .json(at: other)))
        }

        /// Opens the store, and lets its file and its journal have one save each.
        func open() throws -> PersistentContainer {
            let container = try PersistentContainer(model: .superheroes, store: .json(at: file.url))
            for name in ["Superman", "Cyborg"] { try EditedFileTests.insert(name, container) }
            #expect(!(try file.journalBytes).isEmpty)
            return container
        }

        func replace() throws {
            try move(file.url, to: kept)
            try move(other, to: file.url)
        }

        func bringBack() throws {
            try move(file.url, to: other)
            try move(kept, to: file.url)
        }

        private func move(_ source: URL, to target: URL) throws {
            try FileManager.default.moveItem(at: source, to: target)
        }
    }

    private static func insert(_ name: String, _ container: PersistentContainer) throws {
        let context = container.newContext()
        Superhero(context: context).name = name
        try context.save()
    }

    private func names(_ container: PersistentContainer) throws -> [String] {
        try container.newContext().all(Superhero.self).compactMap(\.name).sorted()
    }

    @Test("A store whose file was replaced shows what it has in memory, refuses saves, and goes on with its own file")
    func replacing() throws {
        let files = try ReplacedFile()
        let container = try files.open()
        try files.replace()
        let bytes = try files.file.bytes
        let context = container.newContext()
        Superhero(context: context).name = "Flash"
        for _ in 0..<2 {
            #expect(try names(container) == ["Cyborg", "Superman"])
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .changedElsewhere)
            #expect(context.hasChanges)
            #expect(try files.file.bytes == bytes)
        }
        try files.bringBack()
        try context.save()
        #expect(try names(container) == ["Cyborg", "Flash", "Superman"])
    }

    @Test("A store that is closed after its file was replaced leaves the new file, which its journal does not fit")
    func closingAfterReplacing() throws {
        let files = try ReplacedFile()
        var container: PersistentContainer? = try files.open()
        try files.replace()
        let bytes = try files.file.bytes
        #expect(container != nil)
        container = nil
        #expect(try files.file.bytes == bytes)
        let error = #expect(throws: StoreError.self) { try files.file.open() }
        #expect(error?.code == .journalMismatch)
        #expect(try files.file.bytes == bytes)
        try FileManager.default.removeItem(at: files.file.journalURL)
        #expect(try names(PersistentContainer(model: .superheroes, store: .json(at: files.file.url))) == ["Other"])
    }

    @Test("A save writes the whole file if its journal was deleted")
    func deletedJournal() throws {
        let files = try ReplacedFile()
        let container = try files.open()
        try FileManager.default.removeItem(at: files.file.journalURL)
        try Self.insert("Flash", container)
        #expect(!FileManager.default.fileExists(atPath: files.file.journalURL.path(percentEncoded: false)))
        let text = try files.file.text
        #expect(["Superman", "Cyborg", "Flash"].allSatisfy { text.contains("\"\($0)\"") })
    }

    @Test("A read-only store whose file was replaced shows an earlier state of its own, and no other store")
    func replacingUnderReader() throws {
        let files = try ReplacedFile()
        let copy = files.file.folder.url.appending(path: "copy.json")
        try withExtendedLifetime(files.open()) {
            // Without the journal, which the file has when the store is closed.
            try FileManager.default.copyItem(at: files.file.url, to: copy)
        }
        let store = try JSONStore(
            at: files.file.url, model: .superheroes, options: JSONStoreOptions(isReadOnly: true))
        let container = try PersistentContainer(model: .superheroes, store: OpenStoreDescription(store))
        #expect(try names(container) == ["Cyborg", "Superman"])
        try files.replace()
        #expect(try names(container) == ["Cyborg", "Superman"])
        let error = #expect(throws: StoreError.self) { try store.refresh() }
        #expect(error?.code == .fileReplaced)
        try files.bringBack()
        try store.refresh()
        #expect(rename(copy.path(percentEncoded: false), files.file.path) == 0)
        #expect(try names(container) == ["Superman"])
    }
}
