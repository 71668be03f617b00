import Dispatch
import Foundation
import ObjectGraph
import SampleModels
import Testing

/// `fetchAsynchronously(_:)` does not block the context's actor while it queries the store.
@MainActor struct AsynchronousFetchTests {
    private let store = InstrumentedStore(model: .superheroes)
    private let context: ManagedObjectContext

    /// What a task finds.
    @MainActor private final class Found {
        var heroes: [Superhero] = []
        var values: [HeroValue] = []
        var count = 0
    }

    init() throws {
        context = try store.contextAfterSavingHeroes()
    }

    @Test("FLT-6 and FLT-8 an asynchronous fetch prefetches and fires faults as the request says, off the actor")
    func asynchronousFetch() async throws {
        context.faulting = .explicit
        var request = FetchRequest<Superhero>(sortDescriptors: [SortDescriptor(\.name)])
        request.relationshipKeyPathsForPrefetching = ["teams.heroes"]
        request.returnsObjectsAsFaults = false
        store.startAccount()
        let heroes = try await context.fetchAsynchronously(request)
        #expect(store.mainActorCallCount == 0)
        store.failAfter(0)
        #expect(heroes.map(\.isFault) == [false, false])
        #expect(heroes.map { $0.teams.map { $0.heroes.count } } == [[2], [2]])
        store.failAfter(nil)
        request.relationshipKeyPathsForPrefetching = ["teams.nothing"]
        await #expect(throws: FetchError.self) { _ = try await context.fetchAsynchronously(request) }
    }

    @Test("CTX-40 an asynchronous fetch refreshes what it finds if the request says so")
    func asynchronousRefreshing() async throws {
        var request = FetchRequest<Superhero>(sortDescriptors: [SortDescriptor(\.name)])
        let heroes = try context.fetch(request)
        #expect(heroes.map(\.name) == ["Barbara", "Dinah"])
        let other = try context.sibling()
        try other.own(heroes[0])?.name = "Batgirl"
        try other.save()
        _ = try await context.fetchAsynchronously(request)
        #expect(heroes[0].name == "Barbara")
        request.shouldRefreshRefetchedObjects = true
        _ = try await context.fetchAsynchronously(request)
        #expect(heroes[0].name == "Batgirl")
    }

    @Test("An asynchronous fetch returns nothing older than what the context has merged meanwhile, and nothing deleted")
    func movingOnMeanwhile() async throws {
        context.automaticallyMergesChangesFromParent = true
        let request = FetchRequest<Superhero>(sortDescriptors: [SortDescriptor(\.name)])
        let other = try context.sibling()
        let stored = try other.fetch(request)
        let hero = context.object(with: stored[0].objectID)
        store.startAccount()
        let found = Found()
        let fetch = Task { found.heroes = try await context.fetchAsynchronously(request) }
        while store.account.questionCount == 0 { await Task.yield() }
        stored[0].setValue("Batgirl", forKey: "name")
        other.delete(stored[1])
        try other.save()
        context.processPendingChanges()
        try await fetch.value
        let heroes = found.heroes
        // Unless it ended before the others saved.
        if heroes.count == 1 { #expect(hero.value(forKey: "name") as? String == "Batgirl") }
        #expect(heroes.first === hero)
        #expect(heroes.count == 1 || heroes[1].isDeleted)
        context.processPendingChanges()
        #expect(hero.value(forKey: "name") as? String == "Batgirl")
    }

    @Test("What leaves the context while it is loaded is not loaded, and ends nothing", arguments: [true, false])
    func leavingWhileLoading(_ resets: Bool) async throws {
        let heroes = try context.all(Superhero.self)
        let new = Superhero(context: context)
        store.close()
        let load = Task { try await context.loadAsynchronously(heroes + [new], [\.teams]) }
        while store.waitingCount == 0 { await Task.yield() }
        if resets { context.reset() } else { context.rollback() }
        store.open()
        try await load.value
        #expect(try context.all(Superhero.self).map(\.name) == ["Barbara", "Dinah"])
    }

    /// What a fetch decodes from a hero.
    private struct HeroValue: Decodable, Hashable, Sendable {
        var name: String?
        var teams: [TeamValue]

        struct TeamValue: Decodable, Hashable, Sendable { var name: String? }
    }

    private let byName = FetchRequest<Superhero>(sortDescriptors: [SortDescriptor(\.name)])

    @Test("The main actor asks the store nothing for fetches of a context with unsaved changes, nor of its child")
    func unsavedChanges() async throws {
        let heroes = try context.fetch(byName)
        heroes[0].name = "Oracle"
        context.delete(heroes[1])
        Superhero(context: context).name = "Huntress"
        for context in [context, ManagedObjectContext(parent: context)] {
            store.startAccount()
            let found = try await context.fetchAsynchronously(byName)
            let count = try await context.countAsynchronously(for: byName)
            let values = try await context.fetchAsynchronously(byName, as: HeroValue.self)
            #expect(store.account.questionCount > 0 && store.mainActorCallCount == 0)
            #expect(found.map(\.name) == ["Huntress", "Oracle"] && count == 2)
            #expect(values.map(\.name) == ["Huntress", "Oracle"])
            #expect(values.map { $0.teams.map(\.name) } == [[], ["Birds of Prey"]])
            #expect(try context.fetch(byName) == found)
            #expect(try context.fetch(byName, as: HeroValue.self) == values)
        }
        var stored = byName
        stored.includesPendingChanges = false
        store.startAccount()
        let count = try await context.countAsynchronously(for: stored)
        let found = try await context.fetchAsynchronously(stored)
        #expect(store.mainActorCallCount == 0)
        #expect(count == 2 && found == heroes)
    }

    @Test(
        "The main actor asks the store nothing for a condition and an order that need objects",
        arguments: [true, false])
    func conditionsOfObjects(_ includesPendingChanges: Bool) async throws {
        // Without pending changes, the objects are faults, as from a fetch that waits.
        if includesPendingChanges { context.faulting = .explicit }
        var request = FetchRequest<Superhero>(
            predicate: #Predicate { $0.hasTeam }, sortDescriptors: [SortDescriptor(\.backwardName)])
        request.relationshipKeyPathsForPrefetching = ["teams"]
        request.includesPendingChanges = includesPendingChanges
        Superhero(context: context).name = "Huntress"
        store.startAccount()
        let found = try await context.fetchAsynchronously(request)
        let count = try await context.countAsynchronously(for: request)
        let values = try await context.fetchAsynchronously(request, as: HeroValue.self)
        #expect(store.account.questionCount > 0 && store.mainActorCallCount == 0)
        #expect(found.map(\.name) == ["Barbara", "Dinah"] && count == 2)
        #expect(values.map(\.name) == ["Barbara", "Dinah"])
        #expect(values.map { $0.teams.count } == [1, 1])
    }

    @Test("The main actor asks the store nothing for a condition that uses a fetched property")
    func fetchedProperties() async throws {
        let named = FetchedProperty(
            name: "namesakes",
            fetchRequest: FetchRequestTemplate(
                name: "fetchedPropertyFetchRequest", entityName: "Node",
                predicateString: "name == $FETCH_SOURCE.name AND SELF != $FETCH_SOURCE"))
        let name = Attribute(name: "name", type: .string, isOptional: true)
        let model = ManagedObjectModel(
            Model(name: "Nodes", entities: [Entity(name: "Node", attributes: [name], fetchedProperties: [named])]))
        let store = InstrumentedStore(model: model)
        let container = try PersistentContainer(model: model, store: OpenStoreDescription(store))
        let first = container.newContext()
        for name in ["a", "b", "a"] { first.insert("Node", ["name": name]) }
        try first.save()
        let context = container.newContext()
        let request = try FetchRequest<ManagedObject>(
            entityName: "Node", predicate: .format("namesakes.@count == 1"),
            sortDescriptors: [ModelSortDescriptor(key: "name")])
        store.startAccount()
        let found = try await context.fetchAsynchronously(request)
        let count = try await context.countAsynchronously(for: request)
        #expect(store.account.questionCount > 0 && store.mainActorCallCount == 0)
        #expect(found.map { $0.text("name") } == ["a", "a"] && count == 2)
        #expect(try context.fetch(request) == found)
    }

    @Test("An asynchronous count counts what a request for dictionaries returns")
    func countingDictionaries() async throws {
        for name in ["Dinah", "Zinda"] { Superhero(context: context).name = name }
        var request = FetchRequest<Superhero>()
        request.resultType = .dictionaries
        #expect(try await context.countAsynchronously(for: request) == context.count(for: request))
        try context.save()
        request.propertiesToFetch = ["name"]
        request.returnsDistinctResults = true
        #expect(try context.count(for: request) == 3)
        #expect(try await context.countAsynchronously(for: request) == 3)
    }

    @Test("The main actor asks the store nothing for destinations that the rows of a fetch already name")
    func namedDestinations() async throws {
        let store = InstrumentedStore(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        let first = container.newContext()
        first.insert("Note", ["notebook": first.insert("Notebook", ["title": "Travel"])])
        try first.save()
        let context = container.newContext()
        var request = FetchRequest<ManagedObject>(entityName: "Note")
        request.relationshipKeyPathsForPrefetching = ["notebook"]
        store.startAccount()
        let notes = try await context.fetchAsynchronously(request)
        #expect(store.account.questionCount > 1 && store.mainActorCallCount == 0)
        store.failAfter(0)
        #expect(notes.map { $0.member("notebook")?.text("title") } == ["Travel"])
    }

    @Test("The main actor asks the store nothing to load faults after others have saved")
    func loadingAfterSaves() async throws {
        let heroes = try context.fetchObjectIDs(byName).compactMap { context.object(with: $0) as? Superhero }
        let other = try context.sibling()
        try other.own(heroes[0])?.name = "Batgirl"
        try other.save()
        context.faulting = .explicit
        store.startAccount()
        try await context.loadAsynchronously(heroes, [\.teams])
        #expect(store.account.questionCount > 0 && store.mainActorCallCount == 0)
        #expect(heroes.map(\.name) == ["Batgirl", "Dinah"])
        #expect(heroes.map { $0.teams.map(\.name) } == [["Birds of Prey"], ["Birds of Prey"]])
    }

    /// What a program does while a context with changes searches its store.
    enum Interruption: CaseIterable {
        case set, insert, delete, deleteNew, save, saveAsynchronously, rollback, reset
    }

    @Test("What leaves the context during a fetch with unsaved changes is not found", arguments: Interruption.allCases)
    func interrupting(_ interruption: Interruption) async throws {
        let heroes = try context.fetch(byName)
        heroes[0].name = "Oracle"
        let new = Superhero(context: context)
        new.name = "Huntress"
        try context.obtainPermanentIDs(for: [new])
        let newer = Superhero(context: context)
        newer.name = "Manhunter"
        store.close()
        let found = Found()
        let fetch = Task { found.heroes = try await context.fetchAsynchronously(byName) }
        while store.waitingCount == 0 { await Task.yield() }
        // What asks the store waits for it.
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { [store] in store.open() }
        var expected = [heroes[1], new, newer, heroes[0]]
        switch interruption {
        case .set: new.name = "Zinda"
        case .insert: Superhero(context: context).name = "Later"
        case .delete:
            context.delete(heroes[1])
            expected.removeFirst()
        case .deleteNew:
            context.delete(new)
            context.delete(newer)
            expected = [heroes[1], heroes[0]]
        case .save: try context.save()
        case .saveAsynchronously: try await context.saveAsynchronously()
        case .rollback:
            context.rollback()
            expected = [heroes[1], heroes[0]]
        case .reset: context.reset()
        }
        try await fetch.value
        guard interruption == .reset else {
            #expect(found.heroes == expected)
            return
        }
        #expect(found.heroes.map(\.name) == ["Dinah", "Barbara"])
        #expect(found.heroes.allSatisfy { $0.managedObjectContext === context })
    }

    // MARK: - Stores whose views show the latest rows

    private func heldDatabase() throws -> (database: HeldDatabase, context: ManagedObjectContext) {
        let database = HeldDatabase(model: .superheroes)
        return (database, try database.contextAfterSavingHeroes())
    }

    @Test("A new object that is saved while the store is asked is found and counted once")
    func savingNewObjects() async throws {
        let (database, context) = try heldDatabase()
        let found = Found()
        var request = byName
        request.fetchLimit = 4
        for counts in [true, false] {
            Superhero(context: context).name = counts ? "Alice" : "Cassandra"
            database.queries.close()
            let fetch = Task(priority: .high) {
                if counts {
                    found.count = try await context.countAsynchronously(for: byName)
                } else {
                    found.heroes = try await context.fetchAsynchronously(request)
                }
            }
            #expect(await becomes { database.queries.waitingCount > 0 })
            try context.save()
            database.queries.open()
            try await fetch.value
        }
        #expect(found.count == 3)
        #expect(found.heroes.map(\.name) == ["Alice", "Barbara", "Cassandra", "Dinah"])
    }

    @Test("A reset while a fetch reads what a condition needs leaves it with the objects that match")
    func resettingDuringCondition() async throws {
        let (database, context) = try heldDatabase()
        var request = FetchRequest<Superhero>(
            predicate: #Predicate { $0.hasTeam }, sortDescriptors: [SortDescriptor(\.backwardName)])
        request.relationshipKeyPathsForPrefetching = ["teams"]
        let found = Found()
        // After the search.
        database.queries.close(after: 1)
        let fetch = Task(priority: .high) { found.heroes = try await context.fetchAsynchronously(request) }
        #expect(await becomes { database.queries.waitingCount > 0 })
        context.reset()
        database.queries.open()
        try await fetch.value
        #expect(found.heroes.map(\.name) == ["Barbara", "Dinah"])
        #expect(found.heroes.allSatisfy { $0.managedObjectContext === context })
    }

    @Test("A reset while a fetch reads what it decodes leaves it with the values of all objects")
    func resettingDuringDecoding() async throws {
        let (database, context) = try heldDatabase()
        Superhero(context: context).name = "Huntress"
        let found = Found()
        // After the search.
        database.queries.close(after: 1)
        let fetch = Task(priority: .high) {
            found.values = try await context.fetchAsynchronously(byName, as: HeroValue.self)
        }
        #expect(await becomes { database.queries.waitingCount > 0 })
        context.reset()
        database.queries.open()
        try await fetch.value
        #expect(found.values.map(\.name) == ["Barbara", "Dinah"])
        #expect(found.values.map { $0.teams.map(\.name) } == [["Birds of Prey"], ["Birds of Prey"]])
    }

    @Test("A reset while a fetch reads destinations leaves it with objects that can be read")
    func resettingWhilePrefetching() async throws {
        let (database, context) = try heldDatabase()
        var request = byName
        request.relationshipKeyPathsForPrefetching = ["teams"]
        request.returnsObjectsAsFaults = false
        let found = Found()
        // After the search.
        database.queries.close(after: 1)
        let fetch = Task(priority: .high) { found.heroes = try await context.fetchAsynchronously(request) }
        #expect(await becomes { database.queries.waitingCount > 0 })
        context.reset()
        database.queries.open()
        try await fetch.value
        #expect(found.heroes.map(\.name) == ["Barbara", "Dinah"])
        #expect(found.heroes.allSatisfy { $0.managedObjectContext === context })
    }

    @Test("What is deleted while a fetch reads destinations is not found")
    func deletingWhilePrefetching() async throws {
        let (database, context) = try heldDatabase()
        let new = Superhero(context: context)
        new.name = "Huntress"
        var request = byName
        request.relationshipKeyPathsForPrefetching = ["teams"]
        let found = Found()
        // After the search.
        database.queries.close(after: 1)
        let fetch = Task(priority: .high) { found.heroes = try await context.fetchAsynchronously(request) }
        #expect(await becomes { database.queries.waitingCount > 0 })
        context.delete(new)
        database.queries.open()
        try await fetch.value
        #expect(found.heroes.map(\.name) == ["Barbara", "Dinah"])
    }

    @Test("A fetch that refreshes its result waits for a save without blocking the actor", arguments: [true, false])
    func savingWhileRefreshing(_ othersSave: Bool) async throws {
        let (database, context) = try heldDatabase()
        let heroes = try context.fetch(byName)
        #expect(heroes.map(\.name) == ["Barbara", "Dinah"])
        heroes[0].name = "Batgirl"
        let found = Found()
        var request = byName
        request.shouldRefreshRefetchedObjects = true
        database.queries.close()
        let fetch = Task(priority: .high) { found.heroes = try await context.fetchAsynchronously(request) }
        #expect(await becomes { database.queries.waitingCount > 0 })
        if othersSave {
            // The fetch then moves the context on.
            let other = try context.sibling()
            Team(context: other).name = "Outsiders"
            try other.save()
        }
        database.commits.close()
        let save = Task(priority: .high) { try await context.saveAsynchronously() }
        #expect(await becomes { context.saveInProgress != nil && database.commits.waitingCount == 1 })
        database.queries.open()
        // The fetch goes on. If it waited in place, the commit would be held up no longer when this goes on.
        for _ in 0..<50 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(database.commits.waitingCount == 1 && context.saveInProgress != nil)
        database.commits.open()
        try await save.value
        try await fetch.value
        #expect(found.heroes.map(\.name) == ["Batgirl", "Dinah"])
        #expect(!context.hasChanges)
    }

    @Test("A fetch of a context that keeps a state searches it to the end, even if the context meanwhile lets go of it")
    func unpinningMeanwhile() async throws {
        let (database, context) = try heldDatabase()
        let other = try context.sibling()
        let found = Found()
        for counts in [true, false] {
            try context.pinQueryGeneration(acceptingCost: true)
            Superhero(context: other).name = counts ? "Alice" : "Cassandra"
            try other.save()
            database.queries.close()
            let fetch = Task(priority: .high) {
                if counts {
                    found.count = try await context.countAsynchronously(for: byName)
                } else {
                    found.heroes = try await context.fetchAsynchronously(byName)
                }
            }
            #expect(await becomes { database.queries.waitingCount > 0 })
            context.unpinQueryGeneration()
            database.queries.open()
            try await fetch.value
        }
        #expect(found.count == 2)
        #expect(found.heroes.map(\.name) == ["Alice", "Barbara", "Dinah"])
    }

    @Test("An asynchronous fetch reads no values with the objects if the request says so")
    func fetchingWithoutValues() async throws {
        for batchSize in [0, 20] {
            let context = try self.context.sibling()
            var request = byName
            request.includesPropertyValues = batchSize > 0
            request.fetchBatchSize = batchSize
            store.startAccount()
            let heroes = try await context.fetchAsynchronously(request)
            #expect(store.account == InstrumentedStore.Account(questionCount: 1, rowCount: 0))
            // The first one that is read brings the rest of its batch.
            #expect(heroes.map(\.name) == ["Barbara", "Dinah"])
            #expect(store.account.rowCount == 2)
        }
    }

    @Test("Asynchronous fetches are logged like those that wait")
    func logging() async throws {
        var lines: [String] = []
        context.logRequest = { lines.append($0.description) }
        let computed = FetchRequest<Superhero>(predicate: #Predicate { $0.hasTeam })
        _ = try context.fetch(byName)
        _ = try context.fetch(byName, as: HeroValue.self)
        _ = try context.fetch(computed)
        let expected = lines
        lines = []
        _ = try await context.fetchAsynchronously(byName)
        _ = try await context.fetchAsynchronously(byName, as: HeroValue.self)
        _ = try await context.fetchAsynchronously(computed)
        #expect(lines == expected && lines.count == 3)
    }
}

extension Superhero {
    fileprivate var hasTeam: Bool { !teams.isEmpty }
    fileprivate var backwardName: String { String((value(forKey: "name") as? String ?? "").reversed()) }
}
