import Foundation
import ObjectGraph
import SQLiteStore
import SampleModels
import StoreTestSupport
import TestSupport
import Testing

/// Several stores on one file, as several processes have them.
struct SeveralStoresTests {
    private func names(_ view: any StoreView) throws -> [String] {
        let entity = try #require(ManagedObjectModel.superheroes.entitiesByName["Superhero"])
        let name = try #require(entity.attributes.firstIndex { $0.name == "name" })
        guard case .rows(let rows) = try view.execute(StoreQuery(entity: entity, entityNames: [entity.name])).objects
        else { return [] }
        return rows.compactMap { if case .string(let text) = $0.values[name] { text } else { nil } }
    }

    private func insert(_ name: String, _ file: SQLiteFile) throws {
        try file.session { context in
            Superhero(context: context).name = name
            try context.save()
        }
    }

    @Test("A view keeps its state while another store commits")
    func aViewStaysWhileAnotherStoreCommits() throws {
        let file = try SQLiteFile()
        try insert("one", file)
        let store = try file.open()
        let old = try store.openView()
        #expect(try names(old) == ["one"])
        #expect(try store.externalChanges() == nil)
        try insert("two", file)
        #expect(try names(old) == ["one"])
        #expect(try names(store.openView()) == ["one", "two"])
        #expect(try store.externalChanges() == .unknown)
        #expect(try store.externalChanges() == nil)
    }

    @Test("A read-only store shows the saves of a writer", arguments: [false, true])
    func readOnlyStores(isOpen: Bool) throws {
        let file = try SQLiteFile()
        try insert("one", file)
        // A writer that stays leaves its journal beside the file; one that goes takes it along.
        let writer = isOpen ? try file.openContext() : nil
        let context = try file.openContext(.readOnly)
        context.automaticallyMergesChangesFromParent = true
        #expect(try context.all(Superhero.self).map(\.name) == ["one"])
        for round in 0..<5 {
            let save = { (other: ManagedObjectContext) in
                try other.all(Superhero.self).first?.name = "round \(round)"
                Superhero(context: other).name = "new in \(round)"
                try other.save()
            }
            if let writer { try save(writer) } else { try file.session { try save($0) } }
            let names = try context.all(Superhero.self).compactMap(\.name)
            #expect(names == ["round \(round)"] + (0...round).map { "new in \($0)" })
        }
        withExtendedLifetime(writer) {}
    }

    @Test("A store does not report its own commits as external changes")
    func ownCommitsAreNotExternalChanges() throws {
        let file = try SQLiteFile()
        let store = try file.open()
        let context = try PersistentContainer(model: file.model, store: OpenStoreDescription(store)).newContext()
        Superhero(context: context).name = "own"
        try context.save()
        #expect(try store.externalChanges() == nil)
    }

    @Test("A context that merges automatically shows what another store has saved")
    func merging() throws {
        let file = try SQLiteFile()
        try insert("one", file)
        let context = try file.openContext()
        context.automaticallyMergesChangesFromParent = true
        let hero = try #require(try context.all(Superhero.self).first)
        #expect(hero.name == "one")
        try file.session { other in
            try other.all(Superhero.self).first?.name = "other"
            try other.save()
        }
        context.processPendingChanges()
        #expect(hero.name == "other")
    }

    @Test("Changing an object that another store has changed is a conflict")
    func conflicts() throws {
        let file = try SQLiteFile()
        try insert("one", file)
        let contexts = try (0..<2).map { _ in try file.openContext() }
        let heroes = try contexts.map { try #require(try $0.all(Superhero.self).first) }
        heroes[0].name = "first"
        heroes[1].name = "second"
        try contexts[0].save()
        let error = #expect(throws: MergeConflictError.self) { try contexts[1].save() }
        #expect(error?.objectIDs == [heroes[1].objectID])
        contexts[1].rollback()
        contexts[1].refreshAllObjects()
        #expect(try file.session { try $0.all(Superhero.self).map(\.name) } == ["first"])
    }

    @Test("Two stores never reserve the same number")
    func numbersOfTwoStoresNeverCollide() async throws {
        let file = try SQLiteFile()
        let stores = try (0..<2).map { _ in try file.open() }
        let numbers = try await withThrowingTaskGroup(of: [Int64].self) { group in
            for store in stores {
                group.addTask {
                    try (0..<40).flatMap { round in
                        let count = round * 13 % 150 + 1
                        let first = try store.reserveNumbers(count, forRootEntityNamed: "Superhero")
                        return Array(first..<first + Int64(count))
                    }
                }
            }
            return try await group.reduce(into: [Int64]()) { $0 += $1 }
        }
        #expect(Set(numbers).count == numbers.count)
    }

    @Test("Stores that are created at the same time have one identifier")
    func storesThatAreMadeAtOnceAreOne() async throws {
        for _ in 0..<5 {
            let file = try SQLiteFile()
            let identifiers = try await withThrowingTaskGroup(of: UUID.self) { group in
                for _ in 0..<4 { group.addTask { try file.open().identifier } }
                return try await group.reduce(into: Set<UUID>()) { $0.insert($1) }
            }
            #expect(identifiers.count == 1)
            #expect(try DatabaseFile(file.url).rows("SELECT COUNT(*) FROM Z_METADATA") == [["1"]])
        }
    }
}
