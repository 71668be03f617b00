import Foundation
import ObjectGraph
import Testing

/// `executeAsynchronously(_:)`: the context's actor asks the stores nothing.
@MainActor struct AsynchronousRequestTests {
    private let store = InstrumentedStore(model: Office.model)
    private let container: PersistentContainer
    private let context: ManagedObjectContext

    init() throws {
        container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        context = container.newContext()
        context.transactionAuthor = "importer"
    }

    private func storedNames() throws -> [String] {
        try container.newContext().objects("Person").compactMap { $0.text("name") }.sorted()
    }

    @Test("The main actor asks the store nothing for batch requests, which see no unsaved changes")
    func batches() async throws {
        let unsaved = context.insert("Person", ["name": "Ann"])
        store.startAccount()
        let inserted = try await context.executeAsynchronously(
            BatchInsertRequest(entityName: "Person", objects: [["name": "Ann"], ["name": "Bob"]]))
        let updated = try await context.executeAsynchronously(
            BatchUpdateRequest(
                entityName: "Person", predicate: try .format("name == 'Ann'"),
                propertiesToUpdate: ["name": "Anna"]))
        let deleted = try await context.executeAsynchronously(
            BatchDeleteRequest(
                fetchRequest: FetchRequest<ManagedObject>(
                    entityName: "Person", predicate: try .format("name == 'Bob'"))))
        #expect([inserted, updated, deleted] == [.statusOnly, .statusOnly, .statusOnly])
        #expect(store.account.questionCount > 0 && store.mainActorCallCount == 0)
        #expect(try storedNames() == ["Anna"])
        #expect(context.insertedObjects == [unsaved] && unsaved.text("name") == "Ann")
    }

    @Test("A batch request that the store refuses throws its error, and writes nothing")
    func failing() async throws {
        store.failCalls(after: 0)
        await #expect(throws: InstrumentedStore.InjectedError.self) {
            _ = try await context.executeAsynchronously(
                BatchInsertRequest(entityName: "Person", objects: [["name": "Ann"]]))
        }
        store.failCalls(after: nil)
        #expect(try storedNames() == [])
        let child = ManagedObjectContext(parent: context)
        await #expect(throws: BatchError.self) {
            _ = try await child.executeAsynchronously(
                BatchInsertRequest(entityName: "Person", objects: [["name": "Ann"]]))
        }
    }

    @Test("The context can be changed, saved, and reset while a batch request waits for the store")
    func reentrancy() async throws {
        for number in 0..<3 {
            let name = "Batch \(number)"
            let ann = context.insert("Person", ["name": "Own \(number)"])
            try context.obtainPermanentIDs(for: [ann])
            store.close()
            let batch = Task {
                try await context.executeAsynchronously(
                    BatchInsertRequest(entityName: "Person", objects: [["name": name]]))
            }
            #expect(await becomes { store.waitingCount > 0 })
            var save: Task<Void, any Error>?
            switch number {
            case 0:
                ann.setValue("Changed", forKey: "name")
                save = Task { try await context.saveAsynchronously() }
                #expect(await becomes { context.saveInProgress != nil })
            case 1: context.reset()
            default: context.rollback()
            }
            store.open()
            _ = try await batch.value
            try await save?.value
        }
        #expect(try storedNames() == ["Batch 0", "Batch 1", "Batch 2", "Changed"])
    }

    @Test("The main actor asks the store nothing for the history, whose transactions have the context's author")
    func history() async throws {
        let store = RemoteHistoryStore(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        try container.persistentStoreCoordinator.setTracksHistory(true)
        let context = container.newContext()
        context.transactionAuthor = "importer"
        context.name = "import"
        store.remote.mainActorCallCount = 0
        _ = try await context.executeAsynchronously(
            BatchInsertRequest(entityName: "Person", objects: [["name": "Ann"]]))
        let result = try await context.executeAsynchronously(
            PersistentHistoryChangeRequest.fetchHistory(after: PersistentHistoryToken?.none))
        guard case .transactionsAndChanges(let transactions) = result else {
            Issue.record("the result has no transactions")
            return
        }
        #expect(transactions.map(\.author) == ["importer"] && transactions.map(\.contextName) == ["import"])
        let deletion = try await context.executeAsynchronously(
            PersistentHistoryChangeRequest.deleteHistory(before: transactions[0]))
        #expect(deletion == .statusOnly)
        #expect(store.remote.mainActorCallCount == 0)
        store.remote.isAway = true
        await #expect(throws: RemoteHistory.AwayError.self) {
            _ = try await context.executeAsynchronously(
                PersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
        }
    }
}
