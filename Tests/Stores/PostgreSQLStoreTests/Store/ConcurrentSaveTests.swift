import Foundation
import ObjectGraph
import PostgreSQLTestSupport
import Synchronization
import Testing

@testable import PostgreSQLStore

/// Saves of several contexts at once.
@Suite(
    .serialized,
    .enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct ConcurrentSaveTests {
    private let tags: TagStore
    private let container: PersistentContainer

    init() throws {
        tags = try TagStore()
        container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connectionString: tags.server.connection, options: tags.options))
    }

    private func insertion(_ name: String) -> ManagedObjectContext {
        let context = container.newContext()
        context.insertNewObject(forEntityName: "Tag").setValue(name, forKey: "name")
        return context
    }

    @Test("A save does not wait for another one that the server holds up")
    func independentSaves() async throws {
        let context = insertion("first")
        try context.save()
        let (held, blocker) = try await heldSave()
        // Meanwhile.
        try insertion("second").save()
        #expect(try container.newContext().count(for: FetchRequest<ManagedObject>(entityName: "Tag")) == 2)
        try blocker.run("COMMIT")
        try await held.value
        let names = try container.newContext().fetch(FetchRequest<ManagedObject>(entityName: "Tag"))
            .compactMap { $0.value(forKey: "name") as? String }
        #expect(Set(names) == ["renamed", "second"])
    }

    @Test("What contexts save at once all ends up in the store, and in a context that follows")
    func manySaves() throws {
        let following = container.newContext()
        let tags = (0..<8).map { _ in following.insertNewObject(forEntityName: "Tag") }
        try following.save()
        following.automaticallyMergesChangesFromParent = true
        let errors = Mutex<[any Error]>([])
        let (container, objectIDs) = (container, tags.map(\.objectID))
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            let context = container.newContext()
            for number in 1...25 {
                do {
                    context.object(with: objectIDs[worker]).setValue("\(worker) \(number)", forKey: "name")
                    try context.save()
                } catch {
                    errors.withLock { $0.append(error) }
                }
            }
        }
        #expect(errors.withLock { $0.isEmpty })
        let latest = (0..<8).map { "\($0) 25" }
        following.processPendingChanges()
        #expect(tags.map { $0.value(forKey: "name") as? String } == latest)
        let stored = container.newContext()
        #expect(objectIDs.map { stored.object(with: $0).value(forKey: "name") as? String } == latest)
    }

    @Test(
        "UNQ-9 of several contexts that save the same value at once, one succeeds, and the others learn of its object")
    func equalValues() throws {
        // In the second and third case, PostgreSQL tells the strings apart.
        for names in [["plain"], ["K", "\u{212a}"], ["e\u{301}", "\u{e9}"]] {
            let outcomes = Mutex<(saved: [ObjectID], conflicts: [ConstraintConflict], others: [any Error])>(
                ([], [], []))
            let container = container
            DispatchQueue.concurrentPerform(iterations: 4) { worker in
                let context = container.newContext()
                let tag = context.insertNewObject(forEntityName: "Tag")
                tag.setValue(names[worker % names.count], forKey: "name")
                do {
                    try context.save()
                    outcomes.withLock { $0.saved.append(tag.objectID) }
                } catch let error as ConstraintConflictError {
                    outcomes.withLock { $0.conflicts += error.conflicts }
                } catch {
                    outcomes.withLock { $0.others.append(error) }
                }
            }
            let (saved, conflicts, others) = outcomes.withLock { $0 }
            #expect(saved.count == 1)
            #expect(others.isEmpty, "\(others)")
            #expect(conflicts.count == 3)
            for conflict in conflicts {
                #expect(conflict.databaseObjectID == saved.first)
                #expect(conflict.values == [.string(names[0])])
                #expect(conflict.conflictingObjectIDs.count == 1)
            }
        }
    }

    @Test("Two new objects of one context with an equal value are a conflict without an object of the store")
    func equalValuesInOneContext() throws {
        let context = insertion("twice")
        context.insertNewObject(forEntityName: "Tag").setValue("twice", forKey: "name")
        let error = #expect(throws: ConstraintConflictError.self) { try context.save() }
        #expect(error?.conflicts.map(\.databaseObjectID) == [nil])
        #expect(error?.conflicts.map(\.conflictingObjectIDs.count) == [2])
    }

    @Test("A context that follows goes on, and others save, while the server holds up one save")
    func followingBesideAHeldSave() async throws {
        let context = insertion("first")
        try context.save()
        let (held, blocker) = try await heldSave()
        context.automaticallyMergesChangesFromParent = true
        for number in 0..<3 {
            try insertion("other \(number)").save()
            context.processPendingChanges()
        }
        #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Tag")) == 4)
        try blocker.run("COMMIT")
        try await held.value
    }

    /// Starts a save of the first tag, which waits until the transaction of another connection ends.
    private func heldSave() async throws -> (save: Task<Void, any Error>, blocker: PostgreSQLConnection) {
        let place = try DatabaseLocation(connectionString: tags.server.connection, schemaName: nil)
        let blocker = try PostgreSQLConnection(to: place, options: PostgreSQLStoreOptions())
        try blocker.run("BEGIN")
        try blocker.run("SELECT 1 FROM \(try #require(tags.options.schemaName)).tag FOR UPDATE")
        let container = container
        let held = Task {
            try await container.performBackgroundTask { context in
                let tag = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag")).first)
                tag.setValue("renamed", forKey: "name")
                try context.save()
            }
        }
        try await waitForLock(blocker)
        return (held, blocker)
    }

    private func waitForLock(_ connection: PostgreSQLConnection) async throws {
        for _ in 0..<2_000 {
            let waiting = try connection.run("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
            if waiting.integer(0, 0) > 0 { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("nobody waits for a lock")
    }

    @Test("A store with a unique index is not asked for equal objects before a save")
    func roundTrips() throws {
        let store = try #require(container.persistentStoreCoordinator.persistentStore as? PostgreSQLStore)
        func count(_ name: String) throws -> Int {
            let context = insertion(name)
            let before = store.roundTripCount
            try context.save()
            return store.roundTripCount - before
        }
        _ = try count("warm")
        _ = try count("warmer")
        // The second string equals others that PostgreSQL tells apart.
        #expect(try count("plain") + 1 == count("\u{e9}tude"))
    }
}
