import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Fetches whose objects come in batches.
struct BatchFetchTests {
    let context: ManagedObjectContext

    init() throws {
        context = try makeContext()
        for number in 0..<25 {
            let hero = Superhero(context: context)
            hero.name = "hero \(10 + (number * 7) % 25)"
            hero.universe = Int32(number)
        }
        try context.save()
        context.reset()
    }

    private let request = FetchRequest<Superhero>(sortDescriptors: [SortDescriptor(\.name)])

    private func batches(of request: FetchRequest<Superhero>, size: Int) throws -> [[String]] {
        var batches: [[String]] = []
        try context.forEachBatch(of: request, size: size) { heroes in batches.append(heroes.compactMap(\.name)) }
        return batches
    }

    @Test("The batches together are the result of the fetch, in its order and within its range")
    func order() throws {
        let names = try context.fetch(request).compactMap(\.name)
        for size in [1, 4, 10, 25, 26] {
            let batches = try batches(of: request, size: size)
            #expect(batches.flatMap { $0 } == names)
            #expect(batches.allSatisfy { $0.count <= size } && batches.count == (25 + size - 1) / size)
        }
        var part = request
        part.fetchOffset = 3
        part.fetchLimit = 5
        #expect(try batches(of: part, size: 2) == [names[3...4], names[5...6], names[7...7]].map(Array.init))
        let none = FetchRequest<Superhero>(predicate: #Predicate { $0.universe == 99 })
        #expect(try batches(of: none, size: 2) == [])
    }

    @Test("Unsaved changes count, and new objects stay in the result when a batch saves them")
    func unsavedChanges() throws {
        let new = Superhero(context: context)
        new.name = "zoe"
        let deleted = try #require(try context.fetch(request).first)
        context.delete(deleted)
        var names: [String] = []
        try context.forEachBatch(of: request, size: 5) { heroes in
            names += heroes.compactMap(\.name)
            try context.save()
        }
        #expect(names.count == 25 && names.last == "zoe" && !names.contains("hero 10"))
    }

    @Test("Objects that a batch or another context deletes are left out of later batches")
    func deletions() throws {
        let other = ManagedObjectContext(coordinator: context.persistentStoreCoordinator)
        var names: [String] = []
        try context.forEachBatch(of: request, size: 10) { heroes in
            if names.isEmpty {
                let found = try context.fetch(request)
                context.delete(found[11])
                try context.save()
                for hero in try other.fetch(request) where hero.name == "hero 22" { other.delete(hero) }
                try other.save()
            }
            names += heroes.compactMap(\.name)
        }
        #expect(names.count == 23 && !names.contains("hero 21") && !names.contains("hero 22"))
    }

    @Test("Changing and saving every object in batches changes each once, whatever the order")
    func changes() throws {
        var request = request
        request.predicate = #Predicate { $0.universe < 20 }
        request.sortDescriptors = [SortDescriptor(\.universe, order: .reverse)]
        try context.forEachBatch(of: request, size: 3) { heroes in
            for hero in heroes { hero.universe += 100 }
            try context.save()
        }
        let universes = try context.fetch(FetchRequest<Superhero>()).map(\.universe).sorted()
        #expect(universes == (20..<25).map { $0 } + (100..<120).map { $0 })
    }

    @Test("Only the objects of one batch stay in memory")
    func memory() throws {
        weak var first: Superhero?
        var isFirst = true
        try context.forEachBatch(of: request, size: 5) { heroes in
            if isFirst { first = heroes[0] } else { #expect(first == nil) }
            isFirst = false
        }
        #expect(!isFirst)
    }

    @Test("A predicate in Swift that no store can answer, and requests without pending changes, come in batches, too")
    func otherRequests() throws {
        var unstored = request
        unstored.predicate = #Predicate { ($0.name ?? "").count == 7 }
        #expect(try batches(of: unstored, size: 10).map(\.count) == [10, 10, 5])
        Superhero(context: context).name = "new"
        var stored = request
        stored.includesPendingChanges = false
        #expect(try batches(of: stored, size: 20).map(\.count) == [20, 5])
    }

    @Test("What the closure throws ends the fetch")
    func errors() throws {
        struct InjectedError: Error {}
        var count = 0
        #expect(throws: InjectedError.self) {
            try context.forEachBatch(of: request, size: 2) { heroes in
                count += heroes.count
                if count > 3 { throw InjectedError() }
            }
        }
        #expect(count == 4)
    }
}
