import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Rules HIS-1 to HIS-10 and DRV-10.
struct HistoryTests {
    let context: ManagedObjectContext
    let coordinator: PersistentStoreCoordinator

    init() throws {
        context = try Office.context()
        coordinator = context.persistentStoreCoordinator
        try coordinator.setTracksHistory(true)
    }

    @Test("HIS-1, HIS-2, HIS-8, DRV-10 and CTX-32 each save is a transaction with its author and changes")
    func transactions() throws {
        context.transactionAuthor = "importer"
        context.name = "background"
        let badge = context.insert("Badge", ["code": Int32(1), "owner": "Ann"])
        try context.save()
        badge.setValue(Int32(2), forKey: "code")
        try context.save()
        let objectID = badge.objectID
        context.delete(badge)
        try context.save()
        let history = try coordinator.history(after: PersistentHistoryToken?.none)
        #expect(history.map { $0.changes.map(\.changeType) } == [[.insert], [.update], [.delete]])
        #expect(history.allSatisfy { $0.author == "importer" && $0.contextName == "background" })
        #expect(history.allSatisfy { $0.changes[0].changedObjectID == objectID })
        #expect(history[1].changes[0].updatedProperties == ["code"])
        #expect(history[2].changes[0].tombstone == ["owner": .string("Ann")])
        #expect(coordinator.currentPersistentHistoryToken == history.last?.token)
        #expect(history.allSatisfy { $0.storeIdentifier == coordinator.persistentStore?.identifier })
    }

    @Test("Whether there is a history, and its position, can be read so that a store that is away throws its error")
    func readingThePosition() throws {
        let store = RemoteHistoryStore(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        let coordinator = container.persistentStoreCoordinator
        #expect(try !coordinator.readTracksHistory())
        #expect(try coordinator.readCurrentPersistentHistoryToken() == nil)
        try coordinator.setTracksHistory(true)
        let context = container.newContext()
        context.insert("Badge", ["code": Int32(1)])
        try context.save()
        #expect(try coordinator.readTracksHistory())
        let token = try coordinator.readCurrentPersistentHistoryToken()
        #expect(token != nil && token == coordinator.currentPersistentHistoryToken)
        #expect(try coordinator.readCurrentPersistentHistoryToken(fromStores: []) == nil)
        store.remote.isAway = true
        #expect(throws: RemoteHistory.AwayError()) { try coordinator.readTracksHistory() }
        #expect(throws: RemoteHistory.AwayError()) { try coordinator.readCurrentPersistentHistoryToken() }
        // What cannot throw returns what was known.
        #expect(coordinator.tracksHistory && coordinator.currentPersistentHistoryToken == token)
    }

    @Test("HIS-3 the history after a token starts with the oldest later transaction")
    func after() throws {
        var tokens: [PersistentHistoryToken?] = []
        for number in 1...3 {
            context.insert("Badge", ["code": Int32(number)])
            try context.save()
            tokens.append(coordinator.currentPersistentHistoryToken)
        }
        #expect(try coordinator.history(after: tokens[0]).map(\.token) == tokens[1...].compactMap { $0 })
        #expect(try coordinator.history(after: tokens[2]).isEmpty)
        #expect(try coordinator.history(after: Date.distantPast).count == 3)
        #expect(try coordinator.history(after: Date.distantFuture).isEmpty)
    }

    @Test("HIS-4 a request returns status, identities, a count, transactions, changes, or both")
    func resultTypes() throws {
        let badge = context.insert("Badge", ["code": Int32(1)])
        try context.save()
        let first = try #require(coordinator.currentPersistentHistoryToken)
        badge.setValue(Int32(2), forKey: "code")
        let other = context.insert("Badge", ["code": Int32(3)])
        try context.save()
        let all = try coordinator.history(after: PersistentHistoryToken?.none)
        func result(_ type: PersistentHistoryResultType, after token: PersistentHistoryToken? = nil) throws
            -> PersistentHistoryResult
        {
            var request = PersistentHistoryChangeRequest.fetchHistory(after: token)
            request.resultType = type
            return try context.execute(request)
        }
        #expect(PersistentHistoryResultType.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        #expect(PersistentHistoryChangeRequest.fetchHistory(after: first).resultType == .transactionsAndChanges)
        #expect(try result(.statusOnly) == .statusOnly)
        #expect(try result(.objectIDs) == .objectIDs([badge.objectID, other.objectID]))
        #expect(try result(.count) == .count(3))
        #expect(try result(.count, after: first) == .count(2))
        #expect(try result(.changesOnly) == .changesOnly(all.flatMap(\.changes)))
        #expect(try result(.transactionsAndChanges) == .transactionsAndChanges(all))
        guard case .transactionsOnly(let bare) = try result(.transactionsOnly) else {
            Issue.record("no transactions")
            return
        }
        #expect(bare.map(\.token) == all.map(\.token))
        #expect(bare.allSatisfy { $0.changes.isEmpty })
        var request = PersistentHistoryChangeRequest.fetchHistory(after: all[0])
        request.affectedStores = []
        #expect(try context.execute(request) == .transactionsAndChanges([]))
        #expect(try context.execute(.deleteHistory(before: all[0])) == .statusOnly)
        #expect(try context.execute(.fetchHistory(after: .distantPast)) == .transactionsAndChanges(all))
        #expect(try context.execute(.deleteHistory(before: all[1])) == .statusOnly)
        #expect(try context.execute(.fetchHistory(after: .distantPast)) == .transactionsAndChanges([all[1]]))
        #expect(try context.execute(.deleteHistory(before: .distantFuture)) == .statusOnly)
        #expect(try coordinator.history(after: PersistentHistoryToken?.none).isEmpty)
    }

    @Test("HIS-5 what is before a token, a transaction, or a date is deleted, and a token from before it is refused")
    func deleting() throws {
        var tokens: [PersistentHistoryToken] = []
        for number in 1...6 {
            context.insert("Badge", ["code": Int32(number)])
            try context.save()
            tokens.append(try #require(coordinator.currentPersistentHistoryToken))
        }
        func transactions() throws -> [PersistentHistoryTransaction] {
            try coordinator.history(after: PersistentHistoryToken?.none)
        }
        func numbers() throws -> [Int] { try transactions().map(\.token.transactionNumber) }
        try coordinator.deleteHistory(before: tokens[0])
        #expect(try numbers() == [1, 2, 3, 4, 5, 6])
        try coordinator.deleteHistory(before: tokens[2])
        #expect(try numbers() == [3, 4, 5, 6])
        // Nothing after the second was deleted.
        #expect(try coordinator.history(after: tokens[1]).count == 4)
        #expect(throws: PersistentHistoryTokenExpiredError.self) { try coordinator.history(after: tokens[0]) }
        #expect(PersistentHistoryTokenExpiredError.code == 134301)
        _ = try context.execute(.deleteHistory(before: try transactions()[1]))
        #expect(try numbers() == [4, 5, 6])
        let dates = try transactions().map(\.timestamp)
        try coordinator.deleteHistory(before: dates[0])
        #expect(try numbers() == [4, 5, 6])
        try coordinator.deleteHistory(before: dates[1])
        #expect(try transactions().map(\.timestamp) == dates.filter { $0 >= dates[1] })
        try coordinator.deleteHistory(before: tokens[0])
        #expect(try transactions().last?.timestamp == dates[2])
        try coordinator.deleteHistory(before: Date.distantFuture)
        #expect(try numbers().isEmpty)
        #expect(try coordinator.history(after: tokens[5]).isEmpty)
    }

    @Test("HIS-5 and HIS-10 a restarted history continues its numbers and refuses older tokens")
    func restartedHistory() throws {
        context.insert("Badge", ["code": Int32(1)])
        try context.save()
        let token = try #require(coordinator.currentPersistentHistoryToken)
        context.insert("Badge", ["code": Int32(2)])
        try context.save()
        try coordinator.setTracksHistory(false)
        try coordinator.setTracksHistory(true)
        #expect(throws: PersistentHistoryTokenExpiredError.self) { try coordinator.history(after: token) }
        context.insert("Badge", ["code": Int32(3)])
        try context.save()
        let history = try coordinator.history(after: PersistentHistoryToken?.none)
        #expect(history.map(\.token.transactionNumber) == [3])
        var later = try #require(coordinator.currentPersistentHistoryToken)
        later.transactionNumber += 1
        #expect(throws: PersistentHistoryTokenExpiredError.self) { try coordinator.history(after: later) }
    }

    @Test("HIS-1 a save that fails leaves nothing in the history")
    func failing() throws {
        let store = RefusingStore(model: .superheroes)
        let container = try PersistentContainer(model: .superheroes, store: OpenStoreDescription(store))
        let coordinator = container.persistentStoreCoordinator
        try coordinator.setTracksHistory(true)
        let context = container.newContext()
        context.insertNewObject(forEntityName: "Team")
        store.refuse(true)
        #expect(throws: RefusingStore.RefusalError.self) { try context.save() }
        #expect(try coordinator.history(after: PersistentHistoryToken?.none).isEmpty)
        store.refuse(false)
        try context.save()
        #expect(try coordinator.history(after: PersistentHistoryToken?.none).map(\.token.transactionNumber) == [1])
    }

    @Test("The history and its position do not show a save that may still fail, because the next one gets its number")
    func readingDuringSave() async throws {
        let store = HeldGroupStore(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        let coordinator = container.persistentStoreCoordinator
        let context = container.newContext()
        let person = context.insert("Person")
        try context.save()
        let objectID = person.objectID
        try coordinator.setTracksHistory(true)
        let token = try #require(coordinator.currentPersistentHistoryToken)
        @Sendable func save() async throws {
            try await container.performBackgroundTask { context in
                context.object(with: objectID).setValue(Int32(1), forKey: "salary")
                try context.save()
            }
        }
        store.commits.close()
        store.refuseOnce(with: RefusingStore.RefusalError())
        let failing = Task(priority: .high) { try await save() }
        #expect(await becomes { store.commits.waitingCount == 1 })
        let reads: [@Sendable () throws -> Int] = [
            { try coordinator.history(after: PersistentHistoryToken?.none).count },
            { try coordinator.history(after: token).count },
            { try coordinator.history(after: Date.distantPast).count },
            { try coordinator.history(of: objectID, limit: 9).count },
            { try coordinator.readCurrentPersistentHistoryToken()?.transactionNumber ?? -1 },
            { coordinator.currentPersistentHistoryToken?.transactionNumber ?? -1 },
        ]
        // Open, so it only counts who passes.
        let done = Hold()
        let reading = reads.map { read in
            Task(priority: .high) {
                try await container.performBackgroundTask { _ in
                    let result = try read()
                    done.pass()
                    return result
                }
            }
        }
        #expect(await becomes { coordinator.waitingCommitCount + done.count == reads.count })
        store.commits.open()
        await #expect(throws: RefusingStore.RefusalError.self) { try await failing.value }
        for task in reading { #expect(try await task.value == 0) }
        // The next save has the number of the one that failed.
        try await save()
        #expect(try coordinator.history(after: token).map(\.token.transactionNumber) == [1])
        #expect(try coordinator.history(of: objectID, limit: 9).count == 1)
        #expect(coordinator.currentPersistentHistoryToken?.transactionNumber == 1)
    }

    @Test("HIS-6 batch requests are part of the history")
    func batches() throws {
        _ = try context.execute(BatchInsertRequest(entityName: "Person", objects: [[:], [:]]))
        #expect(try coordinator.history(after: PersistentHistoryToken?.none).map(\.changes.count) == [2])
    }

    @Test("HIS-7 merging a transaction is merging its save")
    func merging() throws {
        let person = context.insert("Person", ["name": "before"])
        try context.save()
        let second = ManagedObjectContext(coordinator: coordinator)
        let twin = second.twin(person)
        _ = twin.text("name")
        let token = coordinator.currentPersistentHistoryToken
        person.setValue("after", forKey: "name")
        try context.save()
        for transaction in try coordinator.history(after: token) { second.mergeChanges(from: transaction.objectIDs) }
        #expect(twin.text("name") == "after")
    }

    @Test("HIS-9 transactions can be selected by author")
    func filtering() throws {
        for author in ["one", "two"] {
            context.transactionAuthor = author
            context.insert("Person")
            try context.save()
        }
        let others = try coordinator.history(after: PersistentHistoryToken?.none).filter { $0.author != "one" }
        #expect(others.map(\.author) == ["two"])
    }

    @Test("HIS-10 without a history there is none")
    func off() throws {
        try coordinator.setTracksHistory(false)
        context.insert("Person")
        try context.save()
        #expect(try coordinator.history(after: PersistentHistoryToken?.none).isEmpty)
        #expect(coordinator.currentPersistentHistoryToken == nil)
    }
}
