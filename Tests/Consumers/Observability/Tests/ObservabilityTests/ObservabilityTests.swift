import Foundation
import JSONStore
import ObjectGraph
import SQLiteStore
import Testing
import Tracing

/// What the runtime reports. One at a time, because a program has one backend.
@Suite(.serialized) struct ObservabilityTests {
    private let read = "context.name=search db.collection.name"
    private let saved = "context.name=imports db.operation.name=save db.system.name"

    @Test("A save is reported with its time and the numbers of changed objects")
    func saves() async throws {
        let store = try HeroStore()
        let context = store.context("imports")
        let observed = try await Observed.during {
            for _ in 0..<3 { context.insertNewObject(forEntityName: "Hero") }
            try context.save()
            try context.save()
        }
        #expect(
            observed.metrics == [
                "objectgraph.save.duration \(saved)=sqlite: 1",
                "objectgraph.save.objects \(saved)=sqlite objectgraph.change=inserted: 3",
            ])
        #expect(
            observed.spans == [
                "save \(saved)=sqlite objectgraph.deleted=0 objectgraph.inserted=3 objectgraph.updated=0"
            ])
    }

    @Test("A fetch is reported with its entity and the number of objects, and a count without")
    func fetches() async throws {
        let store = try HeroStore()
        try store.fill(heroCount: 2)
        let context = store.context("search")
        let observed = try await Observed.during {
            _ = try context.fetch(.heroes)
            _ = try context.count(for: .heroes)
        }
        let (fetch, count) = (
            "\(read)=Hero db.operation.name=fetch db.system.name=sqlite",
            "\(read)=Hero db.operation.name=count db.system.name=sqlite"
        )
        #expect(
            observed.metrics == [
                "objectgraph.fetch.duration \(count): 1", "objectgraph.fetch.duration \(fetch): 1",
                "objectgraph.fetch.objects \(fetch): [2]",
            ])
        #expect(
            observed.spans == [
                "fetch Hero \(read)=Hero db.operation.name=fetch db.response.returned_rows=2 db.system.name=sqlite",
                "count Hero \(count)",
            ])
    }

    @Test("A fault is reported only if the store has to read it")
    func faults() async throws {
        let store = try HeroStore()
        let teamID = try store.fill(heroCount: 2)
        let context = store.context("search")
        let touched = await Observed.during {
            let team = context.object(with: teamID)
            #expect(team.value(forKey: "name") == nil)
            #expect((team.value(forKey: "heroes") as? Set<ManagedObject>)?.count == 2)
            #expect(team.value(forKey: "name") == nil)
        }
        let fault = "\(read)=Team db.operation.name=fault db.system.name=sqlite"
        #expect(touched.metrics == ["objectgraph.fault.duration \(fault): 2"])
        #expect(touched.spans == ["fault Team \(fault)", "fault Team \(fault)"])
        let other = store.context("search")
        let loaded = try await Observed.during {
            let team = other.object(with: teamID)
            try other.load([team], relationshipKeyPaths: ["heroes"])
            #expect((team.value(forKey: "heroes") as? Set<ManagedObject>)?.count == 2)
        }
        #expect(!loaded.metrics.isEmpty && loaded.metrics.allSatisfy { $0.contains("db.operation.name=load") })
    }

    @Test("A save that others overtake is reported with each attempt, and why it was tried again")
    func retries() async throws {
        let store = try HeroStore()
        try store.fill(heroCount: 1)
        let (context, other) = (store.context("imports"), store.container.newContext())
        context.mergePolicy = .mergeByPropertyObjectTrump
        for (context, name) in [(context, "a"), (other, "b")] {
            try #require(try context.fetch(.heroes).first).setValue(name, forKey: "name")
        }
        try other.save()
        let observed = try await Observed.during { try context.save() }
        #expect(
            observed.metrics == [
                "objectgraph.retry.duration \(saved)=sqlite error.type=MergeConflictError: 1",
                "objectgraph.save.duration \(saved)=sqlite error.type=MergeConflictError: 1",
                "objectgraph.save.duration \(saved)=sqlite: 1",
                "objectgraph.save.objects \(saved)=sqlite objectgraph.change=updated: 1",
            ])
        let counts = "objectgraph.deleted=0 objectgraph.inserted=0 objectgraph.updated=1"
        #expect(
            observed.spans == [
                "save failed \(saved)=sqlite error.type=MergeConflictError \(counts)",
                "retry save \(saved)=sqlite error.type=MergeConflictError",
                "save \(saved)=sqlite \(counts)",
            ])
    }

    @Test("Waits are reported with what is waited for, also by a store of a program's own")
    func waits() async throws {
        let store = try HeroStore { PausingStoreDescription(url: $0) }
        let pausing = try #require(store.container.persistentStoreCoordinator.persistentStore as? PausingStore)
        let observed = try await Observed.during {
            try await withThrowingTaskGroup(of: Void.self) { group in
                func save(_ name: String, until isReached: () -> Bool) async {
                    group.addTask {
                        try await store.container.performBackgroundTask { context in
                            context.name = name
                            context.insertNewObject(forEntityName: "Hero")
                            try context.save()
                        }
                    }
                    while !isReached() { await Task.yield() }
                }
                await save("slow") { Observed.activeSpanNames.contains("wait for server") }
                await save("imports") { Observed.activeSpanNames.contains("wait for save") }
                pausing.mayGoOn.signal()
                try await group.waitForAll()
            }
        }
        let waits = observed.metrics.filter { $0.hasPrefix("objectgraph.wait") }
        #expect(
            waits == [
                "objectgraph.wait.duration context.name=imports db.operation.name=wait objectgraph.resource=save: 1",
                "objectgraph.wait.duration context.name=slow db.operation.name=wait db.system.name=PausingStore "
                    + "objectgraph.resource=server: 1",
            ])
        let names = observed.spans.map { $0.split(separator: " context.name").first.map(String.init) }
        #expect(Set(names) == ["save > wait for server", "save > wait for save", "save"])
    }

    @Test("A wait for the lock of another writer of the file is reported")
    func locks() async throws {
        let store = try HeroStore()
        let other = try PersistentContainer(model: HeroStore.model, store: SQLiteStoreDescription(url: store.url))
        let observed = try await Observed.during {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await store.container.performBackgroundTask { context in
                        for _ in 0..<20_000 { context.insertNewObject(forEntityName: "Hero") }
                        try context.save()
                    }
                }
                // Small saves, until one of them meets the large one.
                for _ in 0..<10_000 where !Observed.endedSpanNames.contains("wait for lock") {
                    try await other.performBackgroundTask { context in
                        context.insertNewObject(forEntityName: "Hero")
                        try context.save()
                    }
                }
                try await group.waitForAll()
            }
        }
        let wait = "db.operation.name=wait db.system.name=sqlite objectgraph.resource=lock"
        #expect(observed.metrics.contains { $0.hasPrefix("objectgraph.wait.duration \(wait): ") })
        // Reserving numbers for new objects comes before the save.
        let spans = observed.spans.filter { $0.contains("wait for lock") }
        #expect(!spans.isEmpty && spans.allSatisfy { $0.hasSuffix("wait for lock \(wait)") })
    }

    @Test("What runs on other threads is part of the span that requested it")
    func otherThreads() async throws {
        let store = try HeroStore()
        let context = store.context("imports")
        let observed = try await Observed.during {
            try await withSpan("request") { _ in
                context.insertNewObject(forEntityName: "Hero")
                try await context.saveAsynchronously()
                _ = try await context.fetchAsynchronously(.heroes)
                _ = try await context.countAsynchronously(for: .heroes)
                try await store.container.performBackgroundTask { context in _ = try context.fetch(.heroes) }
            }
        }
        let names = observed.spans.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        #expect(names == ["request > save", "request > fetch", "request > count", "request > fetch", "request"])
    }

    @Test("A store in memory has its own name, and no faults")
    func storesInMemory() async throws {
        let store = try HeroStore { JSONStoreDescription(url: $0) }
        let teamID = try store.fill(heroCount: 1)
        let context = store.context("search")
        let observed = try await Observed.during {
            #expect(context.object(with: teamID).value(forKey: "name") == nil)
            _ = try context.fetch(.heroes)
        }
        let fetch = "\(read)=Hero db.operation.name=fetch db.system.name=json"
        #expect(
            observed.metrics == ["objectgraph.fetch.duration \(fetch): 1", "objectgraph.fetch.objects \(fetch): [1]"])
    }

    @Test("A metric has the same dimensions, whether or not they have values")
    func dimensions() async throws {
        let (store, other) = (try HeroStore(), try HeroStore { JSONStoreDescription(url: $0) })
        let observed = try await Observed.during {
            for container in [store.container, other.container] {
                let (context, unnamed) = (container.newContext(), container.newContext())
                context.name = "imports"
                context.insertNewObject(forEntityName: "Hero")
                try context.save()
                for context in [context, unnamed] {
                    let hero = try #require(try context.fetch(.heroes).first)
                    hero.setValue(context.name ?? "other", forKey: "name")
                    _ = try context.count(for: .heroes)
                }
                try context.save()
                #expect(throws: MergeConflictError.self) { try unnamed.save() }
            }
        }
        #expect(observed.metrics.contains { $0.contains("error.type=MergeConflictError") })
        #expect(observed.dimensionNames.count == 4)
        for (label, names) in observed.dimensionNames { #expect(names.count == 1, "\(label): \(names)") }
    }

    @Test("Metrics have few different names of contexts, however many there are, and spans have all")
    func boundedNames() async throws {
        let store = try HeroStore()
        let observed = try await Observed.during {
            for number in 0..<300 { _ = try store.context("request \(number)").count(for: .heroes) }
        }
        #expect(observed.metrics.count <= 101)
        #expect(observed.metrics.contains { $0.contains("context.name=_OTHER") })
        #expect(observed.spans.count == 300 && observed.spans.last?.contains("context.name=request 299") == true)
    }
}
