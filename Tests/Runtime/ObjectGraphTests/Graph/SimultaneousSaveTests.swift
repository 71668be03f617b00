import ObjectGraph
import Synchronization
import Testing

/// Saves of several contexts at the same time, to one store and to several, while a store takes long.
struct SimultaneousSaveTests {
    /// A save of new objects in a context of its own.
    private func save(
        _ entityNames: [String], _ values: [String: Int32], to container: PersistentContainer
    ) async throws {
        try await container.performBackgroundTask { context in
            for name in entityNames {
                let object = context.insertNewObject(forEntityName: name)
                for (key, value) in values where object.entity.attributesByName[key] != nil {
                    object.setValue(value, forKey: key)
                }
            }
            try context.save()
        }
    }

    @Test("CON-8 a save to one store does not wait for a commit that another store is writing")
    func besideAnotherStore() async throws {
        let slow = Remembering(HeldStore.init)
        let container = try PersistentContainer(model: Office.model, stores: [("People", slow), ("Paper", .tested)])
        let hold = try #require(slow.store).hold
        hold.close()
        let saving = Task(priority: .high) { try await save(["Person"], [:], to: container) }
        #expect(await becomes { hold.waitingCount == 1 })
        try await save(["Note"], [:], to: container)
        #expect(hold.waitingCount == 1)
        // One that needs both waits for its turn, and no one else for it.
        let both = Task(priority: .high) { try await save(["Person", "Note"], [:], to: container) }
        #expect(await becomes { container.persistentStoreCoordinator.waitingCommitCount == 1 })
        try await save(["Note"], [:], to: container)
        #expect(hold.waitingCount == 1)
        hold.open()
        try await saving.value
        try await both.value
        let context = container.newContext()
        #expect(try context.objects("Person").count == 2)
        #expect(try context.objects("Note").count == 3)
    }

    @Test("CON-8 commits to a store with many writers run at the same time, beside other stores, too")
    func manyWriters() async throws {
        let server = Remembering(HeldServer.init)
        let container = try PersistentContainer(model: Office.model, stores: [("People", server), ("Paper", .tested)])
        let commits = try #require(server.store).commits
        commits.close()
        let saves = (1...4).map { number in
            // Their codes are unique, and different.
            Task(priority: .high) { try await save(["Badge", "Person"], ["code": number], to: container) }
        }
        #expect(await becomes { commits.waitingCount == 4 })
        commits.open()
        for saving in saves { try await saving.value }
        #expect(try container.newContext().objects("Badge").count == 4)
    }

    @Test("A save that waits for its turn ends when its task is canceled, and changes nothing")
    func canceling() async throws {
        let store = HeldStore(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        let coordinator = container.persistentStoreCoordinator
        store.hold.close()
        let first = Task(priority: .high) { try await save(["Person"], ["salary": 1], to: container) }
        #expect(await becomes { store.hold.waitingCount == 1 })
        let outcome = Mutex<(isCancellation: Bool, insertedCount: Int)?>(nil)
        let second = Task(priority: .high) {
            try await container.performBackgroundTask { context in
                context.insert("Person", ["salary": Int32(2)])
                do {
                    try context.save()
                } catch {
                    outcome.withLock { $0 = (error is CancellationError, context.insertedObjects.count) }
                    throw error
                }
            }
        }
        #expect(await becomes { coordinator.waitingCommitCount == 1 })
        let third = Task(priority: .high) { try await save(["Person"], ["salary": 3], to: container) }
        #expect(await becomes { coordinator.waitingCommitCount == 2 })
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(store.hold.waitingCount == 1)
        #expect(coordinator.waitingCommitCount == 1)
        let found = outcome.withLock { $0 }
        #expect(found?.isCancellation == true && found?.insertedCount == 1)
        // A commit that was sent is completed.
        first.cancel()
        store.hold.open()
        _ = await first.result
        try await third.value
        let salaries = try container.newContext().objects("Person").compactMap { $0.number("salary") }
        #expect(salaries.sorted() == [1, 3])
    }

    @Test("Saves that wait behind other work are not committed before it, although a saver commits for others, too")
    func workBetweenSaves() async throws {
        let store = HeldGroupStore(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        let coordinator = container.persistentStoreCoordinator
        store.commits.close()
        let first = Task(priority: .high) { try await save(["Person"], [:], to: container) }
        #expect(await becomes { store.commits.waitingCount == 1 })
        let second = Task(priority: .high) { try await save(["Person"], [:], to: container) }
        #expect(await becomes { coordinator.waitingCommitCount == 1 })
        let work = Task(priority: .high) {
            try await container.performBackgroundTask { _ in try coordinator.setTracksHistory(true) }
        }
        #expect(await becomes { coordinator.waitingCommitCount == 2 })
        let third = Task(priority: .high) { try await save(["Person"], [:], to: container) }
        #expect(await becomes { coordinator.waitingCommitCount == 3 })
        store.commits.open()
        for task in [first, second, work, third] { try await task.value }
        // The history begins after the second one, and before the third one.
        #expect(try coordinator.history(after: PersistentHistoryToken?.none).map(\.changes.count) == [1])
        #expect(store.groupSizes.isEmpty)
        #expect(try container.newContext().objects("Person").count == 3)
    }

    @Test("Saves that wait together are committed together")
    func groups() async throws {
        let store = HeldGroupStore(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        let coordinator = container.persistentStoreCoordinator
        store.commits.close()
        let first = Task(priority: .high) { try await save(["Person"], [:], to: container) }
        #expect(await becomes { store.commits.waitingCount == 1 })
        let others = (0..<3).map { _ in Task(priority: .high) { try await save(["Person"], [:], to: container) } }
        #expect(await becomes { coordinator.waitingCommitCount == 3 })
        store.commits.open()
        try await first.value
        for other in others { try await other.value }
        #expect(store.groupSizes == [3])
        #expect(try container.newContext().objects("Person").count == 4)
    }

    @Test("NTF-8 a context that follows others does not wait for a store that is still writing what it already shows")
    func followingSlowCommit() async throws {
        let store = HeldStore(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        let objectID = try await container.performBackgroundTask { context in
            let person = context.insert("Person", ["salary": Int32(1)])
            try context.save()
            return person.objectID
        }
        store.hold.close()
        let saving = Task(priority: .high) {
            try await container.performBackgroundTask { context in
                context.object(with: objectID).setValue(Int32(2), forKey: "salary")
                try context.save()
            }
        }
        let follower = container.newContext()
        follower.automaticallyMergesChangesFromParent = true
        let person = follower.object(with: objectID)
        // It may be read before the commit or after it.
        _ = person.number("salary")
        #expect(await becomes { store.hold.waitingCount == 1 })
        follower.processPendingChanges()
        #expect(person.number("salary") == 2)
        #expect(store.hold.waitingCount == 1)
        store.hold.open()
        try await saving.value
    }

    @Test("Of equal unique values saved at once to a store with many writers, one is stored, and others do not wait")
    func equalValues() async throws {
        let server = HeldServer(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(server))
        server.commits.close()
        let equal = (0..<8).map { _ in Task(priority: .high) { try await save(["Badge"], ["code": 7], to: container) } }
        let other = Task(priority: .high) { try await save(["Badge"], ["code": 8], to: container) }
        #expect(await becomes { server.commits.waitingCount == 2 })
        server.commits.open()
        try await other.value
        try await expectOneSuccess(of: equal)
        let codes = try container.newContext().objects("Badge").compactMap { $0.number("code") }
        #expect(codes.sorted() == [7, 8])
    }

    /// A save that gives up the value 1 and is held up, one of the values 1 and 2 that waits for it, and one of the
    /// value 2 that waits for that one.
    private struct WaitingValues {
        let server = HeldServer(model: Office.model)
        let container: PersistentContainer
        let first: Task<Void, any Error>
        let second: Task<Void, any Error>
        let third: Task<Void, any Error>

        init() async throws {
            let server = self.server
            let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(server))
            let coordinator = container.persistentStoreCoordinator
            let objectID = try await container.performBackgroundTask { context in
                let badge = context.insert("Badge", ["code": Int32(1)])
                try context.save()
                return badge.objectID
            }
            @Sendable func insert(_ codes: [Int32]) async throws {
                try await container.performBackgroundTask { context in
                    for code in codes { context.insert("Badge", ["code": code]) }
                    try context.save()
                }
            }
            server.commits.close()
            first = Task(priority: .high) {
                try await container.performBackgroundTask { context in
                    context.object(with: objectID).setValue(Int32(3), forKey: "code")
                    try context.save()
                }
            }
            #expect(await becomes { server.commits.waitingCount == 1 })
            second = Task(priority: .high) { try await insert([1, 2]) }
            #expect(await becomes { coordinator.waitingCommitCount == 1 })
            third = Task(priority: .high) { try await insert([2]) }
            #expect(await becomes { coordinator.waitingCommitCount + server.commits.waitingCount == 3 })
            self.container = container
        }

        var codes: [Int] {
            get throws { try container.newContext().objects("Badge").compactMap { $0.number("code") }.sorted() }
        }
    }

    @Test("Saves with equal unique values to a store with many writers take them in the order in which they arrive")
    func equalValuesInOrder() async throws {
        let saves = try await WaitingValues()
        saves.server.commits.open()
        try await saves.first.value
        try await saves.second.value
        await #expect(throws: ConstraintConflictError.self) { try await saves.third.value }
        #expect(try saves.codes == [1, 2, 3])
    }

    @Test("A save that waits for unique values and is canceled lets the one behind it take them")
    func cancelingEqualValues() async throws {
        let saves = try await WaitingValues()
        saves.second.cancel()
        await #expect(throws: CancellationError.self) { try await saves.second.value }
        // It does not wait for the first one.
        #expect(await becomes { saves.server.commits.waitingCount == 2 })
        saves.server.commits.open()
        try await saves.first.value
        try await saves.third.value
        #expect(try saves.codes == [2, 3])
    }

    @Test("Saves to a store with many writers that records its history are committed in the order of their arrival")
    func recordedSaves() async throws {
        let server = HeldServer(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(server))
        let coordinator = container.persistentStoreCoordinator
        try coordinator.setTracksHistory(true)
        server.commits.close()
        var saves: [Task<Void, any Error>] = []
        for number in 0..<6 {
            saves.append(
                Task(priority: .high) {
                    try await container.performBackgroundTask { context in
                        context.transactionAuthor = "\(number)"
                        context.insert("Person")
                        try context.save()
                    }
                })
            #expect(await becomes { server.commits.waitingCount == 1 && coordinator.waitingCommitCount == number })
        }
        server.commits.open()
        for saving in saves { try await saving.value }
        let authors = try coordinator.history(after: PersistentHistoryToken?.none).compactMap(\.author)
        #expect(authors == ["0", "1", "2", "3", "4", "5"])
    }

    @Test("UNQ-1 of saves to two stores at once with equal unique values, one succeeds, and the others write nothing")
    func equalValuesInSeveralStores() async throws {
        for people in [Remembering(HeldServer.init), TestedStoreDescription()] as [any PersistentStoreDescription] {
            let container = try PersistentContainer(
                model: Office.model, stores: [("People", people), ("Paper", .tested)])
            for code in Int32(1)...5 {
                let saves = (0..<8).map { number in
                    Task(priority: .high) {
                        try await save(number < 6 ? ["Badge", "Note"] : ["Badge"], ["code": code], to: container)
                    }
                }
                try await expectOneSuccess(of: saves)
            }
            let context = container.newContext()
            #expect(try context.objects("Badge").compactMap { $0.number("code") }.sorted() == [1, 2, 3, 4, 5])
            #expect(try context.objects("Note").count <= 5)
        }
    }

    private func expectOneSuccess(of saves: [Task<Void, any Error>]) async throws {
        var successCount = 0
        for saving in saves {
            do {
                try await saving.value
                successCount += 1
            } catch {
                #expect(error is ConstraintConflictError)
            }
        }
        #expect(successCount == 1)
    }

    @Test("CON-8 and NTF-8 a context that follows others is told of each save to several stores at once")
    func followingSeveralStores() async throws {
        let container = try PersistentContainer(
            model: Office.model, stores: [("People", .tested), ("Paper", .tested), (nil, .tested)])
        let follower = container.newContext()
        follower.automaticallyMergesChangesFromParent = true
        var inserted: Set<ObjectID> = []
        let observation = follower.observe { event in
            if case .objectsDidChange(let change) = event { inserted.formUnion(change.inserted.map(\.objectID)) }
        }
        let saves = [["Person"], ["Note"], ["Desk"], ["Person", "Note"], ["Person", "Desk", "Note"]].map { names in
            Task(priority: .high) { for _ in 0..<20 { try await save(names, [:], to: container) } }
        }
        for _ in 0..<200 {
            follower.processPendingChanges()
            await Task.yield()
        }
        for saving in saves { try await saving.value }
        follower.processPendingChanges()
        let context = container.newContext()
        let stored = try ["Person", "Note", "Desk"].flatMap { try context.objects($0).map(\.objectID) }
        #expect(stored.count == 160)
        #expect(inserted == Set(stored))
        observation.cancel()
    }

    @Test("Contexts that look for others' commits at the same time share a look, and canceling one ends its wait")
    func sharedLooks() async throws {
        let server = HeldServer(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(server))
        let coordinator = container.persistentStoreCoordinator
        @Sendable func count() async throws -> Int {
            try await container.performBackgroundTask { try $0.count(for: FetchRequest(entityName: "Person")) }
        }
        server.looks.close()
        let first = Task(priority: .high) { try await count() }
        #expect(await becomes { server.looks.waitingCount == 1 })
        let before = server.looks.count
        let others = (0..<8).map { _ in Task(priority: .high) { try await count() } }
        #expect(await becomes { coordinator.waitingLookCount == 8 })
        others[0].cancel()
        _ = await others[0].result
        #expect(coordinator.waitingLookCount == 7)
        #expect(server.looks.waitingCount == 1)
        server.looks.open()
        #expect(try await first.value == 0)
        for other in others.dropFirst() { #expect(try await other.value == 0) }
        #expect(server.looks.count == before + 1)
    }
}
