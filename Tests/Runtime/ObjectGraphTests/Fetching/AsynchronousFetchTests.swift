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
        #expect(store.mainThreadCallCount == 0)
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

    @Test("an asynchronous fetch returns nothing older than what the context has merged meanwhile, and nothing deleted")
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

    @Test("what leaves the context while it is loaded is not loaded, and ends nothing", arguments: [true, false])
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
}
