import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

/// Tasks that are canceled while they wait for a file.
struct CancellationTests {
    @Test("cancellation ends a long query, and the view answers later ones in the same state")
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

    @Test("canceling a task ends its wait for the lock of another process; nothing is stored, and the changes stay")
    func locks() async throws {
        let file = try SmallStore.make()
        let container = try PersistentContainer(
            model: file.model,
            store: .sqlite(at: file.url, options: SQLiteStoreOptions(busyTimeoutMilliseconds: 60_000)))
        let other = try SQLiteConnection(path: file.path, access: .writing)
        try other.run("BEGIN IMMEDIATE")
        let context = container.newBackgroundContext()
        try await context.perform { context in
            for part in try context.fetch(FetchRequest<ManagedObject>(entityName: "Part")) {
                part.setValue("late", forKey: "name")
            }
        }
        let task = Task { try await context.save() }
        try await Task.sleep(for: .milliseconds(100))
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

    @Test("canceling a task ends an asynchronous save before its commit; nothing is stored, and the changes stay")
    @MainActor func asynchronousSave() async throws {
        let file = try SmallStore.make()
        let container = try PersistentContainer(
            model: file.model,
            store: .sqlite(at: file.url, options: SQLiteStoreOptions(busyTimeoutMilliseconds: 60_000)))
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
}
