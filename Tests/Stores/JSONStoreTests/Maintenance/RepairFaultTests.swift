import FileAccess
import Foundation
import JSONStore
import ObjectGraph
import StoreTestSupport
import TestSupport
import Testing

/// Each operation of a repair fails in turn: no save is lost, and the repair can be repeated.
struct RepairFaultTests {
    enum Damage: CaseIterable {
        /// The sides of a relationship disagree.
        case links
        /// The last save of the journal was changed.
        case journal
    }

    /// A store with two saves in its journal, of which the first added an object.
    private func makeStore(_ damage: Damage) throws -> WrittenStore {
        let playlist = #"{"id": 1, "tracks": [1]}"#
        let store = try WrittenStore(
            ["Playlist": [playlist], "Track": [damage == .links ? #"{"id": 1}"# : #"{"id": 1, "playlist": 1}"#]],
            saves: [#""insert": {"Track": [{"id": 2}]}"#, #""insert": {"Track": [{"id": 3}]}"#])
        if damage == .journal {
            let text = try store.file.journalText
            try Data(text.replacing("{\"id\": 3}", with: "{\"id\": 4}").utf8).write(to: store.file.journalURL)
        }
        return store
    }

    private func repair(_ store: WrittenStore, _ operations: FileOperations = .system) throws -> RepairReport {
        try JSONStore.repair(store.file.url, model: store.file.model, operations: operations)
    }

    private static let tracks: [Damage: [Int64]] = [.links: [1, 2, 3], .journal: [1, 2]]

    private func numbers(_ store: WrittenStore) throws -> [Int64] {
        try store.file.session(JSONStoreOptions(isReadOnly: true)) { context in
            try context.expectSound()
            return try context.fetch(FetchRequest<ManagedObject>(entityName: "Track")).map(\.objectID.number).sorted()
        }
    }

    @Test("Any operation of a repair fails, once or from then on", arguments: Damage.allCases, [false, true])
    func anyOperation(_ damage: Damage, isLasting: Bool) throws {
        var index = 0
        var isDone = false
        while !isDone {
            let store = try makeStore(damage)
            let failing = FailingOperations()
            failing.fail(after: index, isLasting: isLasting)
            do {
                _ = try repair(store, failing.operations)
                isDone = true
            } catch {
                // Only after the last step can the file be a new one, with copies of the old one.
                let names = try store.file.fileNames
                if failing.performed.last != "synchronizeFolder" || names.count == 2 {
                    #expect(names == ["Store.json", "Store.json.journal"], "\(index)")
                    #expect(try repair(store).objectCount == (Self.tracks[damage]?.count ?? 0) + 1, "\(index)")
                } else {
                    _ = try repair(store)
                }
            }
            #expect(try numbers(store) == Self.tracks[damage], "\(index)")
            index += 1
        }
        #expect(index > 5)
    }

    @Test("A repair that ends before it removes the journal loses no save", arguments: Damage.allCases)
    func remainingJournal(_ damage: Damage) throws {
        let store = try makeStore(damage)
        var operations = FileOperations.system
        operations.remove = { path in if !path.hasSuffix(".journal") { FileOperations.system.remove(path) } }
        _ = try repair(store, operations)
        #expect(try store.file.fileNames.contains("Store.json.journal"))
        if damage == .journal { #expect(try repair(store).objectCount == 3) }
        #expect(try numbers(store) == Self.tracks[damage])
    }

    @Test("A repair that fails removes its copies, and nothing that someone has put in their place")
    func replacedCopy() throws {
        let store = try makeStore(.journal)
        let copy = store.file.path + ".damaged"
        let reason = SystemError(EIO, call: "rename")
        var operations = FileOperations.system
        operations.rename = { _, _ in
            try FileManager.default.removeItem(atPath: copy)
            try SpecialFile.folder.make(at: copy)
            throw reason
        }
        #expect(throws: (any Error).self) { try repair(store, operations) }
        #expect(try store.file.fileNames == ["Store.json", "Store.json.damaged", "Store.json.journal"])
        #expect(FileReader.itemExists(at: copy + "/file"))
    }
}
