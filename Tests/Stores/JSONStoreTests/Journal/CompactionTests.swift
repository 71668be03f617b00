import FileAccess
import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// Folding the journal into the file.
struct CompactionTests {
    /// The part of a file that holds heroes, with the numbers from 1.
    private func text(of names: String...) -> String { text(of: names) }

    private func text(of names: [String]) -> String {
        let lines = names.enumerated().map { "   {\"id\": \($0 + 1), \"name\": \"\($1)\", \"universe\": 0}" }
        return """
             "entities": {
              "Superhero": [
            \(lines.joined(separator: ",\n"))
              ],
              "Team": []}}

            """
    }

    private func save(_ name: String, in context: ManagedObjectContext) throws {
        Superhero(context: context).name = name
        try context.save()
    }

    private func compact(_ context: ManagedObjectContext) throws {
        try #require(context.persistentStore as? JSONStore).compact()
    }

    @Test("After a compaction, the file contains every save")
    func theFileHoldsEverythingThen() throws {
        let file = try StoreFile()
        let context = try file.open(.system, JSONStoreOptions(compaction: .manual))
        for name in ["a", "b", "c"] { try save(name, in: context) }
        #expect(try file.objectsText == text(of: "a"))
        try compact(context)
        #expect(try file.fileNames == ["Store.json"])
        #expect(try file.objectsText == text(of: "a", "b", "c"))
        try save("d", in: context)
        try compact(context)
        try compact(context)
        #expect(try file.objectsText == text(of: "a", "b", "c", "d"))
    }

    @Test("A compaction during which the file is edited is refused, and leaves no incomplete file")
    func editedMeanwhile() throws {
        let file = try StoreFile()
        let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)
        var operations = FileOperations.system
        operations.synchronize = { descriptor in
            meanwhile.withLock { work in
                defer { work = nil }
                return work
            }?()
            try FileOperations.system.synchronize(descriptor)
        }
        let context = try file.open(operations, JSONStoreOptions(compaction: .manual))
        for name in ["a", "b"] { try save(name, in: context) }
        let edited = try file.text.replacing("\"a\"", with: "\"edited\"")
        let url = file.url
        meanwhile.withLock { $0 = { try? Data(edited.utf8).write(to: url) } }
        let error = #expect(throws: StoreError.self) { try compact(context) }
        #expect(error?.code == .changedElsewhere)
        #expect(try file.text == edited)
        #expect(try file.fileNames == ["Store.json", "Store.json.journal"])
    }

    @Test("A journal that cannot be opened after a compaction does not keep later saves from taking place")
    func journalThatCannotBeOpened() throws {
        let file = try StoreFile()
        let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)
        let failures = Mutex(0)
        var operations = FileOperations.system
        operations.synchronize = { descriptor in
            meanwhile.withLock { work in
                defer { work = nil }
                return work
            }?()
            try FileOperations.system.synchronize(descriptor)
        }
        operations.open = { path in
            let fails = failures.withLock { count in
                count -= 1
                return count >= 0
            }
            if fails { throw SystemError(EMFILE, call: "open") }
            return try FileOperations.system.open(path)
        }
        do {
            let store = try JSONStore(
                at: file.url, model: file.model, options: JSONStoreOptions(compaction: .manual),
                operations: operations, newIdentifier: StoreFile.identifier)
            let container = try PersistentContainer(model: file.model, store: OpenStoreDescription(store))
            for name in ["a", "b"] { try save(name, in: container.newContext()) }
            meanwhile.withLock {
                $0 = {
                    do { try save("c", in: container.newContext()) } catch { Issue.record(error) }
                    // That of the compaction, and that of the first save.
                    failures.withLock { $0 = 2 }
                }
            }
            try store.compact()
            #expect(failures.withLock(\.self) == 1)
            let error = #expect(throws: StoreError.self) { try save("lost", in: container.newContext()) }
            #expect(error?.code == .fileSystem)
            for name in ["d", "e"] { try save(name, in: container.newContext()) }
            try store.compact()
            try save("f", in: container.newContext())
        }
        let names = try file.session { try $0.all(Superhero.self).map(\.name) }
        #expect(names == ["a", "b", "c", "d", "e", "f"])
    }

    @Test("Saves continue during a compaction")
    func savesDuringCompaction() throws {
        let file = try StoreFile()
        let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)
        var operations = FileOperations.system
        operations.synchronize = { descriptor in
            meanwhile.withLock { work in
                defer { work = nil }
                return work
            }?()
            try FileOperations.system.synchronize(descriptor)
        }
        do {
            let store = try JSONStore(
                at: file.url, model: file.model, options: JSONStoreOptions(compaction: .manual),
                operations: operations, newIdentifier: StoreFile.identifier)
            let container = try PersistentContainer(model: file.model, store: OpenStoreDescription(store))
            for name in ["a", "b"] { try save(name, in: container.newContext()) }
            // When the file is written and has not got its name yet.
            meanwhile.withLock {
                $0 = {
                    do { try save("c", in: container.newContext()) } catch { Issue.record(error) }
                }
            }
            try store.compact()
            let lines = try file.journalText.split(separator: "\n")
            #expect(try file.objectsText == text(of: "a", "b"))
            let insertion = #"{"sequence": 3, "insert": {"Superhero": [{"id": 3, "name": "c", "universe": 0}]}, "#
            let changes = lines.filter { !$0.hasPrefix(#"{"format""#) }
            #expect(changes.count == 1 && changes[0].hasPrefix(insertion), "\(lines)")
            try save("d", in: container.newContext())
        }
        let names = try file.session { try $0.all(Superhero.self).map(\.name) }
        #expect(names == ["a", "b", "c", "d"])
    }

    /// The place of a file that replaces a large one is reserved before it is written.
    @Test("A file that replaces a larger one ends with its last byte", arguments: [20, 40, 44, 80])
    func replacingLargeFiles(heroCount: Int) throws {
        let file = try StoreFile()
        let text = String(repeating: "x", count: 100_000)
        func rename(_ count: Int, in context: ManagedObjectContext) throws {
            let heroes = try context.all(Superhero.self)
            for hero in heroes.dropFirst(count) { context.delete(hero) }
            for _ in 0..<max(0, count - heroes.count) { Superhero(context: context).name = text }
            try context.save()
            try compact(context)
        }
        try file.session(JSONStoreOptions(compaction: .manual)) { context in
            try rename(40, in: context)
            #expect(try file.text.utf8.count > 4_000_000)
            try rename(heroCount, in: context)
            #expect(try file.text.hasSuffix("}\n") && !file.text.utf8.contains(0))
            #expect(try file.text.utf8.count < heroCount * 101_000)
            #expect(try file.fileNames == ["Store.json"])
        }
        #expect(try file.session { try $0.all(Superhero.self).map(\.name) } == Array(repeating: text, count: heroCount))
    }

    /// A disk that is full may give a part of the place, and say that it has given none.
    @Test("A file whose space was reserved only in part is written to its end")
    func aPlaceThatWasReservedInPartOnlyIsGivenUp() throws {
        let file = try StoreFile()
        var operations = FileOperations.system
        operations.reserve = { descriptor, sizeBytes in
            do { try FileOperations.system.truncate(descriptor, sizeBytes) } catch { Issue.record(error) }
            return false
        }
        let context = try file.open(operations, JSONStoreOptions(compaction: .manual))
        for _ in 0..<20 { Superhero(context: context).name = String(repeating: "x", count: 100_000) }
        try context.save()
        for hero in try context.all(Superhero.self).dropFirst() { context.delete(hero) }
        try context.save()
        try compact(context)
        #expect(try file.text.hasSuffix("}\n") && file.text.utf8.count < 110_000)
    }

    @Test("A journal that has grown large is compacted automatically")
    func automaticCompaction() throws {
        let file = try StoreFile()
        do {
            let context = try file.open()
            try save("first", in: context)
            for _ in 0..<40 { try save(String(repeating: "x", count: 30_000), in: context) }
        }
        #expect(try file.fileNames == ["Store.json"])
        #expect(try file.session { try $0.all(Superhero.self).count } == 41)
    }

    @Test("A save of most objects writes the whole file")
    func aSaveOfMostOfTheStoreWritesTheFile() throws {
        let file = try StoreFile()
        let context = try file.open(.system, JSONStoreOptions(compaction: .manual))
        try save("first", in: context)
        try save("second", in: context)
        for number in 0..<2_000 { Superhero(context: context).name = "\(number)" }
        try context.save()
        #expect(try file.fileNames == ["Store.json"])
        #expect(try file.objectsText == text(of: ["first", "second"] + (0..<2_000).map(String.init)))
    }

    @Test("Threads that commit to a store without a context do so one after the other, and nothing is lost")
    func commitsOfThreads() throws {
        let file = try StoreFile()
        do {
            let store = try JSONStore(
                at: file.url, model: file.model, options: JSONStoreOptions(compaction: .manual), operations: .system,
                newIdentifier: StoreFile.identifier)
            DispatchQueue.concurrentPerform(iterations: 20) { _ in
                do { try commitOneHero(to: store) } catch { Issue.record(error) }
            }
            #expect(store.snapshot.generation == 20)
        }
        #expect(try file.session { try $0.all(Superhero.self).count } == 20)
    }

    private func commitOneHero(to store: JSONStore) throws {
        let layout = store.snapshot.layout
        let ordinal = try #require(layout.ordinal(ofEntityNamed: "Superhero"))
        let entity = layout.entities[ordinal]
        let number = try store.reserveNumbers(1, forRootEntityNamed: "Superhero")
        var changes = ChangeSet()
        changes.inserted = [
            ChangeSet.Insertion(
                reference: ObjectReference(entity: ordinal, number: number), values: entity.defaultValues,
                links: entity.relationships.map(Links.init(noneOf:)))
        ]
        _ = try store.commit(changes)
    }
}
