import Foundation
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Synchronization
import Testing

/// Contexts that follow other processes.
@Suite(
    .serialized,
    .enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct FollowingTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Bank",
            entities: [
                Entity(name: "Account", attributes: [Attribute(name: "balance", type: .integer64, isOptional: false)])
            ]))

    private static let accountCount = 20
    private static let sum: Int64 = 20_000

    private let description: PostgreSQLStoreDescription

    init() throws {
        let server = try #require(TestServer.shared)
        description = .postgreSQL(
            connectionString: server.connection,
            options: PostgreSQLStoreOptions(schemaName: server.newSchemaName(), pollingIntervalMilliseconds: 0))
        let context = try open().newContext()
        for _ in 0..<Self.accountCount {
            context.insertNewObject(forEntityName: "Account").setValue(Self.sum / 20, forKey: "balance")
        }
        try context.save()
    }

    /// Opens the store, as another process does.
    private func open() throws -> PersistentContainer {
        try PersistentContainer(model: Self.model, store: description)
    }

    private static func accounts(_ context: ManagedObjectContext) throws -> [ManagedObject] {
        try context.fetch(FetchRequest<ManagedObject>(entityName: "Account"))
    }

    private final class Progress: Sendable {
        let isOver = Atomic<Bool>(false)
        let saveCount = Atomic<Int>(0)
    }

    @Test(
        "CTX-35 a context that follows never shows a part of a transaction: transfers between accounts keep their sum",
        arguments: [false, true])
    func transfers(withinTheProcess: Bool) throws {
        let container = try open()
        let progress = Progress()
        let others = try withinTheProcess ? [container, container] : [open(), open()]
        let threads = DispatchGroup()
        for (number, other) in others.enumerated() {
            // A thread of its own, which other tests' work does not keep waiting.
            threads.enter()
            let thread = Thread {
                defer { threads.leave() }
                var choice = number
                while !progress.isOver.load(ordering: .relaxed) {
                    let context = other.newContext()
                    context.mergePolicy = .error
                    guard let accounts = try? Self.accounts(context) else { continue }
                    // Several pairs, so that the reading takes a while.
                    for pair in 0..<4 {
                        choice = (choice &* 25_214_903_917 &+ 11) & 0xffff_ffff
                        let (from, to) = (accounts[(choice >> 8) % 20], accounts[(choice >> 16) % 20])
                        guard from !== to else { continue }
                        let amount = Int64(pair + 1)
                        from.setValue((from.value(forKey: "balance") as? Int64 ?? 0) - amount, forKey: "balance")
                        to.setValue((to.value(forKey: "balance") as? Int64 ?? 0) + amount, forKey: "balance")
                    }
                    // Conflicts with the other writer are expected; such a save changes nothing.
                    if (try? context.save()) != nil { progress.saveCount.add(1, ordering: .relaxed) }
                }
            }
            thread.start()
        }
        let context = container.newContext()
        context.automaticallyMergesChangesFromParent = true
        let accounts = try Self.accounts(context)
        var sums: Set<Int64> = []
        var changeCount = 0
        var last: [Int64] = []
        let deadline = ContinuousClock.now + .seconds(60)
        while changeCount < 100, ContinuousClock.now < deadline {
            context.processPendingChanges()
            let balances = accounts.compactMap { $0.value(forKey: "balance") as? Int64 }
            if balances != last { changeCount += 1 }
            last = balances
            sums.insert(balances.reduce(0, +))
        }
        progress.isOver.store(true, ordering: .relaxed)
        threads.wait()
        #expect(sums == [Self.sum])
        #expect(changeCount >= 20)
        #expect(progress.saveCount.load(ordering: .relaxed) >= 20)
    }
}
