import ObjectGraph
import Synchronization
import Testing

/// Stores that tasks have removed from a coordinator.
private final class RemovedStores: Sendable {
    let stores = Mutex<[any PersistentStore]>([])
}

/// Rules CON-1 to CON-9: contexts in many tasks.
struct ConcurrencyTests {
    let container: PersistentContainer

    init() throws {
        container = try Office.container()
    }

    @Test("CON-1 work on one background context runs in the order of submission")
    func order() async throws {
        let background = container.newBackgroundContext()
        for number in 1...20 {
            await background.perform { context in
                _ = context.insert("Person", ["salary": Int32(number)])
            }
        }
        try await background.perform { try $0.save() }
        let salaries = try await background.perform { context in
            try context.objects("Person").map { $0.number("salary") }
        }
        #expect(salaries == Array(1...20))
    }

    @Test("CON-2 work that is waited for returns its value, throws its error, and can be nested")
    func performAndWait() throws {
        struct InjectedError: Error {}
        let context = container.newContext()
        let number = context.performAndWait { context.performAndWait { 7 } }
        #expect(number == 7)
        #expect(throws: InjectedError.self) { try context.performAndWait { throw InjectedError() } }
    }

    @Test("CON-3 and CON-4 performing processes the changes that work makes")
    func performing() async throws {
        let context = container.newContext()
        var count = 0
        let observation = context.observe { _ in count += 1 }
        await context.perform { _ = context.insert("Person") }
        #expect(count == 1)
        withExtendedLifetime(observation) {}
    }

    @Test("CON-9 tasks go on while many background contexts wait for a store", .timeLimit(.minutes(10)))
    func waiting() async throws {
        let store = InstrumentedStore(model: Office.model)
        let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        try await container.performBackgroundTask { context in
            _ = context.insert("Person", ["name": "Ann"])
            try context.save()
        }
        store.close()
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    try await container.performBackgroundTask { context in
                        try context.objects("Person").compactMap { $0.text("name") }.joined()
                    }
                }
            }
            // More of them than there are threads for all tasks.
            for _ in 0..<16 { await Task.detached { await Task.yield() }.value }
            store.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(names == Array(repeating: "Ann", count: 64))
    }

    @Test("CON-1 work on a background context can wait for other tasks, and go on with its objects")
    func waitingForOthers() async throws {
        actor Directory {
            func name(_ number: Int?) -> String { "Person \(number ?? 0)" }
        }
        let directory = Directory()
        let objectID = try await container.performBackgroundTask { context in
            let person = context.insert("Person", ["salary": Int32(7)])
            person.setValue(await directory.name(person.number("salary")), forKey: "name")
            try context.save()
            return person.objectID
        }
        let background = container.newBackgroundContext()
        let name = await background.perform { $0.object(with: objectID).text("name") }
        #expect(name == "Person 7")
    }

    @Test("CON-7 identities, models, and containers can be passed between tasks")
    func crossing() async throws {
        let context = container.newContext()
        let person = context.insert("Person", ["name": "Ann"])
        try context.save()
        let objectID = person.objectID
        let name = try await container.performBackgroundTask { context in
            context.object(with: objectID).text("name")
        }
        #expect(name == "Ann")
    }

    @Test("CON-8 and CON-9 many tasks read and write at once, with the result of some order")
    func manyTasks() async throws {
        let container = container
        let setup = container.newContext()
        let counter = setup.insert("Person", ["salary": Int32(0)])
        try setup.save()
        let objectID = counter.objectID
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for _ in 0..<25 {
                        try await container.performBackgroundTask { context in
                            context.mergePolicy = MergePolicy { conflicts in
                                for conflict in conflicts {
                                    let theirs = conflict.cachedSnapshot?["salary"] as? Int32 ?? 0
                                    conflict.sourceObject.setValue(theirs + 1, forKey: "salary")
                                }
                                return .mergeByPropertyObjectTrump
                            }
                            context.insert("Note", ["content": "task \(task)"])
                            let counter = context.object(with: objectID)
                            counter.setValue(Int32((counter.number("salary") ?? 0) + 1), forKey: "salary")
                            try context.save()
                        }
                    }
                }
                group.addTask {
                    var last = 0
                    for _ in 0..<25 {
                        let count = try await container.performBackgroundTask { context in
                            try context.objects("Note").count
                        }
                        #expect(count >= last)
                        last = count
                    }
                }
            }
            try await group.waitForAll()
        }
        let fresh = container.newContext()
        #expect(try fresh.objects("Note").count == 200)
        #expect(fresh.object(with: objectID).number("salary") == 200)
    }
    @Test("CON-8 and NTF-14 stores are added and removed while tasks save to others and read")
    func changingStores() async throws {
        let container = container
        let coordinator = container.persistentStoreCoordinator
        let first = coordinator.persistentStores[0]
        // Whoever fetches may still read them when they are removed, and the file of a store of the tests goes with it.
        let removed = RemovedStores()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<25 {
                        try await container.performBackgroundTask { context in
                            context.insert("Note", ["content": "kept"])
                            try context.save()
                            let notes = try context.objects("Note")
                            #expect(notes.count { $0.text("content") == "kept" } > 0)
                        }
                    }
                }
            }
            group.addTask {
                for _ in 0..<20 {
                    let store = try coordinator.addPersistentStore(with: .tested)
                    try await container.performBackgroundTask { context in
                        context.assign(context.insert("Note", ["content": "gone"]), to: store)
                        try context.save()
                    }
                    removed.stores.withLock { $0.append(store) }
                    try coordinator.remove(store)
                }
            }
            try await group.waitForAll()
        }
        #expect(removed.stores.withLock { $0.count } == 20)
        #expect(coordinator.persistentStores.count == 1)
        #expect(try first.objectIDs("Note", of: container.managedObjectModel).count == 100)
        let context = container.newContext()
        #expect(try context.objects("Note").allSatisfy { $0.text("content") == "kept" })
    }
}
