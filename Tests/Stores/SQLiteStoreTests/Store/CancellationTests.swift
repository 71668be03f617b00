import Foundation
import ObjectGraph
import StoreTestSupport
import Synchronization
import Testing

@testable import SQLiteStore

/// Tasks that are canceled while they wait for a file.
struct CancellationTests {
    @Test("Cancellation ends a long query, and the view answers later ones in the same state")
    func queries() throws {
        let file = try SmallStore.make()
        let connection = try SQLiteConnection(path: file.path, access: .writing)
        try connection.beginReading()
        let cancellation = StoreCancellation()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { cancellation.cancel() }
        #expect(throws: CancellationError.self) {
            try StoreCancellation.$current.withValue(cancellation) {
                try connection.interruptible {
                    try connection.number(
                        """
                        WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000000000000)
                        SELECT COUNT(*) FROM c
                        """)
                }
            }
        }
        #expect(try connection.number("SELECT COUNT(*) FROM ZPART") == 3)
    }

    @Test("Canceling a task ends its wait for the lock of another process; nothing is stored, and the changes stay")
    func locks() async throws {
        let file = try SmallStore.make()
        let system = try TestFileSystem()
        var options = SQLiteStoreOptions.on(system)
        options.busyTimeoutMilliseconds = 60_000
        let container = try PersistentContainer(model: file.model, store: .sqlite(at: file.url, options: options))
        let other = try SQLiteConnection(path: file.path, access: .writing)
        try other.run("BEGIN IMMEDIATE")
        let context = container.newBackgroundContext()
        try await context.perform { context in
            for part in try context.fetch(FetchRequest<ManagedObject>(entityName: "Part")) {
                part.setValue("late", forKey: "name")
            }
        }
        let count = system.refusedLockCount
        let task = Task { try await context.save() }
        let deadline = ContinuousClock.now + .seconds(30)
        while system.refusedLockCount == count, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(system.refusedLockCount > count)
        let begin = ContinuousClock.now
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(ContinuousClock.now - begin < .seconds(30))
        try other.run("ROLLBACK")
        #expect(await context.perform { $0.updatedObjects.count } == 3)
        #expect(try other.number("SELECT COUNT(*) FROM ZPART WHERE ZNAME = 'late'") == 0)
        try await context.save()
        #expect(try other.number("SELECT COUNT(*) FROM ZPART WHERE ZNAME = 'late'") == 3)
    }

    @Test("Canceling a task ends an asynchronous save before its commit; nothing is stored, and the changes stay")
    @MainActor func asynchronousSave() async throws {
        let file = try SmallStore.make()
        let container = try PersistentContainer(
            model: file.model,
            store: .sqlite(at: file.url, options: SQLiteStoreOptions(busyTimeoutMilliseconds: 1_000_000)))
        let context = container.viewContext
        for part in try context.fetch(FetchRequest<ManagedObject>(entityName: "Part")) {
            part.setValue("late", forKey: "name")
        }
        let other = try SQLiteConnection(path: file.path, access: .writing)
        try other.run("BEGIN IMMEDIATE")
        let task = Task { try await context.saveAsynchronously() }
        while context.saveInProgress == nil { await Task.yield() }
        let begin = ContinuousClock.now
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(ContinuousClock.now - begin < .seconds(30))
        try other.run("ROLLBACK")
        #expect(context.updatedObjects.count == 3)
        #expect(try other.number("SELECT COUNT(*) FROM ZPART WHERE ZNAME = 'late'") == 0)
        try await context.saveAsynchronously()
        #expect(try other.number("SELECT COUNT(*) FROM ZPART WHERE ZNAME = 'late'") == 3)
    }

    @Test("Canceling a task ends its wait for a connection of a view, and leaves the connections to others")
    func connections() async throws {
        let file = try SmallStore.make()
        let view = try file.open().openView()
        let query = StoreQuery(entity: try #require(file.model.entitiesByName["Part"]), entityNames: ["Part"])
        let heldCount = Atomic(0)
        let isReleased = Atomic(false)
        let holders = (0..<SQLiteView.maximumConnectionCount).map { _ in
            Call {
                var isFirst = true
                _ = try view.execute(query) { _ in
                    guard isFirst else { return }
                    isFirst = false
                    heldCount.add(1, ordering: .relaxed)
                    // Other tests can keep this one from going on.
                    _ = eventually(within: .seconds(1_000)) { isReleased.load(ordering: .acquiring) }
                }
            }
        }
        #expect(eventually { heldCount.load(ordering: .relaxed) == holders.count })
        let waiting = (0..<3).map { _ in
            Call {
                let count = try view.count(query)
                #expect(count == 3)
            }
        }
        #expect(!eventually(within: .milliseconds(100)) { waiting.contains(where: \.hasEnded) })
        waiting[0].cancel()
        await #expect(throws: CancellationError.self) { try await waiting[0].wait() }
        #expect(!waiting[1].hasEnded && !waiting[2].hasEnded)
        isReleased.store(true, ordering: .releasing)
        for call in holders + waiting.dropFirst() { try await call.wait() }
        #expect(try view.count(query) == 3)
    }

    @Test("Canceling a task ends its wait for another task that writes, and the other one goes on")
    func writers() async throws {
        let file = try SmallStore.make()
        let store = try file.open(SQLiteStoreOptions(busyTimeoutMilliseconds: 1_000_000))
        let other = try SQLiteConnection(path: file.path, access: .writing)
        try other.run("BEGIN IMMEDIATE")
        // More than were reserved before. It waits for the lock of the other process.
        let first = Call { _ = try store.reserveNumbers(100_000, forRootEntityNamed: "Part") }
        #expect(!eventually(within: .milliseconds(100)) { first.hasEnded })
        let second = Call { _ = try store.reserveNumbers(100_000, forRootEntityNamed: "Part") }
        #expect(!eventually(within: .milliseconds(100)) { second.hasEnded })
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.wait() }
        #expect(!first.hasEnded)
        try other.run("ROLLBACK")
        try await first.wait()
    }
}
