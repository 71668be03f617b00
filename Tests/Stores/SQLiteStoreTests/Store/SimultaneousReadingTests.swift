import Foundation
import ObjectGraph
import SQLiteStore
import SampleModels
import StoreProtocol
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// Tasks that read the same state at the same time, and beside a save that waits.
@Suite(.serialized)
final class SimultaneousReadingTests: Sendable {
    private let file: SQLiteFile

    private static var request: FetchRequest<Superhero> { FetchRequest(entityName: "Superhero") }

    init() throws {
        file = try SQLiteFile()
        try file.session { context in
            for number in 0..<3 { Superhero(context: context).name = "hero \(number)" }
            try context.save()
        }
    }

    private func query() throws -> StoreQuery {
        StoreQuery(entity: try #require(file.model.entitiesByName["Superhero"]), entityNames: ["Superhero"])
    }

    /// Counts the heroes of a view on threads of their own, beginning while a query of the view receives its first row.
    ///
    /// - Parameters:
    ///   - threadCount: The number of threads.
    ///   - answeredCount: The number of answers for which the query waits.
    ///   - meanwhile: What happens before the threads begin.
    /// - Returns: The counts, and whether the query received that many answers before it ended.
    private func count(
        in view: any StoreView, onThreads threadCount: Int, awaiting answeredCount: Int,
        _ meanwhile: () throws -> Void = {}
    ) throws -> (counts: [Int?], areAnswered: Bool) {
        let counts = Mutex<[Int?]>([])
        var areAnswered: Bool?
        let query = try query()
        let begun = Atomic(0)
        let ended = DispatchGroup()
        _ = try view.execute(query) { _ in
            guard areAnswered == nil else { return }
            try meanwhile()
            for _ in 0..<threadCount {
                ended.enter()
                Thread.detachNewThread {
                    begun.add(1, ordering: .relaxed)
                    let count = try? view.count(query)
                    counts.withLock { $0.append(count ?? nil) }
                    ended.leave()
                }
            }
            areAnswered = eventually {
                begun.load(ordering: .relaxed) == threadCount && counts.withLock { $0.count } >= answeredCount
            }
        }
        ended.wait()
        return (counts.withLock { $0 }, areAnswered ?? false)
    }

    @Test("Up to four queries of one state run at the same time, and others wait for one of them")
    func sameState() throws {
        let view = try file.open().openView()
        for threadCount in [4, 12] {
            let result = try count(in: view, onThreads: threadCount, awaiting: threadCount)
            #expect(result.areAnswered)
            #expect(result.counts == Array(repeating: 3, count: threadCount))
        }
        let query = try query()
        for _ in 0..<20 {
            let view = try file.open().openView()
            let (begun, met) = (Counter(), Counter())
            let group = DispatchGroup()
            for _ in 0..<4 {
                group.enter()
                Thread.detachNewThread {
                    var isFirst = true
                    _ = try? view.execute(query) { _ in
                        guard isFirst else { return }
                        isFirst = false
                        begun.add(1)
                        if eventually({ begun.value == 4 }) { met.add(1) }
                    }
                    group.leave()
                }
            }
            group.wait()
            #expect(met.value == 4)
        }
    }

    @Test("A query that finds all connections busy gets the first one that is free, and not one that stays busy")
    func firstFreeConnection() throws {
        let view = try file.open().openView()
        let query = try query()
        let (heldCount, answeredCount) = (Counter(), Counter())
        let isReleased = Atomic(false)
        let ended = DispatchGroup()
        func start(_ count: Int, _ body: @escaping @Sendable () -> Void) {
            for _ in 0..<count {
                ended.enter()
                Thread.detachNewThread {
                    body()
                    ended.leave()
                }
            }
        }
        // One connection stays busy with this query until the others have been answered.
        var areAnswered: Bool?
        _ = try view.execute(query) { _ in
            guard areAnswered == nil else { return }
            start(3) {
                var isFirst = true
                _ = try? view.execute(query) { _ in
                    guard isFirst else { return }
                    isFirst = false
                    heldCount.add(1)
                    _ = eventually { isReleased.load(ordering: .acquiring) }
                }
            }
            let areHeld = eventually { heldCount.value == 3 }
            start(8) { if (try? view.count(query)) == 3 { answeredCount.add(1) } }
            #expect(areHeld && !eventually(within: .milliseconds(100)) { answeredCount.value > 0 })
            isReleased.store(true, ordering: .releasing)
            areAnswered = eventually { answeredCount.value == 8 }
        }
        ended.wait()
        #expect(areAnswered == true)
    }

    @Test("After another program has saved, simultaneous queries of a view still see the view's state")
    func earlierState() throws {
        let store = try file.open()
        let view = try store.openView()
        let result = try count(in: view, onThreads: 4, awaiting: 0) {
            try file.session { context in
                Superhero(context: context).name = "later"
                try context.save()
            }
        }
        #expect(result.areAnswered)
        #expect(result.counts == [3, 3, 3, 3])
        #expect(try view.count(try query()) == 3)
        #expect(try store.openView().count(try query()) == 4)
    }

    @Test("After a save of the same store, queries of its connections see the view's state")
    func stateBeforeSave() throws {
        let container = try PersistentContainer(model: file.model, store: .sqlite(at: file.url))
        let view = try #require(container.persistentStore).openView()
        #expect(try count(in: view, onThreads: 3, awaiting: 3).counts == [3, 3, 3])
        let context = container.newContext()
        Superhero(context: context).name = "later"
        try context.save()
        #expect(try count(in: view, onThreads: 8, awaiting: 3).counts == Array(repeating: 3, count: 8))
    }

    @Test("A fetch does not wait for another context's save, and notices what other programs save before and after it")
    func besideSave() throws {
        let container = try PersistentContainer(model: file.model, store: .sqlite(at: file.url))
        let coordinator = container.persistentStoreCoordinator
        let reader = container.newContext()
        // Reserves numbers, which would wait for the lock of the test.
        try reader.obtainPermanentIDs(for: [Superhero(context: reader)])
        reader.reset()
        var expected = 3
        var answeredCount = 0
        for round in 0..<5 {
            #expect(try reader.count(for: Self.request) == expected)
            let lock = try DatabaseFile(file.url)
            _ = try lock.rows("BEGIN IMMEDIATE")
            let saved = Atomic(0)
            for number in 0..<2 {
                Thread.detachNewThread {
                    let context = container.newContext()
                    Superhero(context: context).name = "new \(round) \(number)"
                    #expect(throws: Never.self) { try context.save() }
                    saved.add(1, ordering: .releasing)
                }
            }
            #expect(eventually { coordinator.waitingCommitCount == 1 })
            let counts = Mutex<[Int?]>([])
            Thread.detachNewThread {
                let count = try? container.newContext().count(for: Self.request)
                counts.withLock { $0.append(count) }
            }
            // The first time, it waits: commits are noted from then on.
            if eventually(within: .seconds(2), { counts.withLock { $0.count } == 1 }) {
                #expect(counts.withLock { $0 } == [expected])
                answeredCount += 1
            }
            _ = try lock.rows("COMMIT")
            #expect(eventually { saved.load(ordering: .acquiring) == 2 && counts.withLock { $0.count } == 1 })
            expected += 2
            try file.session { context in
                Superhero(context: context).name = "of another program"
                try context.save()
            }
            expected += 1
        }
        #expect(try reader.count(for: Self.request) == expected)
        #expect(answeredCount >= 3)
    }

    @MainActor
    @Test("The main actor's context follows what another program saves, without a fetch", .timeLimit(.minutes(1)))
    func follow() async throws {
        let container = try PersistentContainer(model: file.model, store: .sqlite(at: file.url))
        let view = container.viewContext
        let hero = try #require(try view.fetch(Self.request).first)
        let objectID = hero.objectID
        let refreshed = AsyncStream<Void> { continuation in
            let observation = view.observe { event in
                if case .objectsDidChange(let change) = event, !change.refreshed.isEmpty { continuation.yield() }
            }
            view.userInfo["observation"] = observation
        }
        for (place, name) in ["before it follows", "first", "second"].enumerated() {
            try file.session { other in
                (other.object(with: objectID) as? Superhero)?.name = name
                try other.save()
            }
            if place == 0 { view.automaticallyMergesChangesFromParent = true }
            for await _ in refreshed { break }
            #expect(hero.name == name)
        }
    }

    @Test("A fetch beside saves sees everything that another program saved before it", .timeLimit(.minutes(2)))
    func externalChanges() throws {
        let container = try PersistentContainer(model: file.model, store: .sqlite(at: file.url))
        let failures = Mutex<[String]>([])
        let group = DispatchGroup()
        let (otherCount, fetchCount) = (Counter(), Counter())
        let writing = Counter(2)
        for thread in 0..<4 {
            group.enter()
            Thread.detachNewThread { [file] in
                defer { group.leave() }
                do {
                    switch thread {
                    case 0:
                        // A container of its own is to the others what another program is.
                        let other = try file.openContext()
                        for number in 0..<60 {
                            Superhero(context: other).name = "other \(number)"
                            try other.save()
                            otherCount.add(1)
                        }
                        writing.add(-1)
                    case 1:
                        let own = container.newContext()
                        for number in 0..<60 {
                            Superhero(context: own).name = "own \(number)"
                            try own.save()
                        }
                        writing.add(-1)
                    default:
                        while writing.value > 0 {
                            let known = otherCount.value
                            let names = try container.newContext().fetch(Self.request).compactMap(\.name)
                            let count = names.count { $0.hasPrefix("other") }
                            if count < known { failures.withLock { $0.append("\(count) of \(known)") } }
                            fetchCount.add(1)
                        }
                    }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                    writing.add(-2)
                }
            }
        }
        group.wait()
        #expect(failures.withLock { $0 } == [])
        #expect(fetchCount.value > 10)
    }

    /// A number that several threads change.
    private final class Counter: Sendable {
        private let number: Atomic<Int>

        init(_ number: Int = 0) { self.number = Atomic(number) }

        var value: Int { number.load(ordering: .sequentiallyConsistent) }

        func add(_ difference: Int) { number.add(difference, ordering: .sequentiallyConsistent) }
    }
}
