import CoreData
import CoreDataSampleModels
import Foundation
import Testing

@MainActor
@Suite struct ContextTests {
    private let container = makeContainer()
    private var context: NSManagedObjectContext { container.viewContext }

    private func hero(_ name: String) throws -> Superhero {
        let hero = Superhero(context: context)
        hero.name = name
        try context.save()
        return hero
    }

    @Test("Saving a child context changes its parent, and not the store")
    func aChildSavesOneLevelUpCHD4() throws {
        let entry = try hero("Clark")
        let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        child.parent = context
        let edited = try #require(child.object(with: entry.objectID) as? Superhero)
        #expect(edited !== entry && edited.objectID == entry.objectID)
        edited.name = "Kal-El"
        #expect(entry.name == "Clark")
        try child.save()
        #expect(entry.name == "Kal-El" && context.hasChanges)
        let stored = container.newBackgroundContext()
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        #expect(try stored.performAndWait { try stored.fetch(request).first?.name } == "Clark")
        try context.save()
        let names = try stored.performAndWait {
            stored.reset()
            return try stored.fetch(request).map(\.name)
        }
        #expect(names == ["Kal-El"])
    }

    @Test("Setting the coordinator or the parent that a context has changes nothing")
    func sameCoordinator() throws {
        let entry = try hero("Clark")
        context.persistentStoreCoordinator = container.persistentStoreCoordinator
        let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        child.parent = context
        let edited = try #require(child.object(with: entry.objectID) as? Superhero)
        child.parent = context
        edited.name = "Kal-El"
        try child.save()
        #expect(entry.name == "Kal-El" && context.hasChanges)
    }

    @Test("A context that loses its coordinator has no objects, and can get a coordinator again")
    func lostCoordinator() throws {
        let entry = try hero("Clark")
        let coordinator = context.persistentStoreCoordinator
        entry.name = "Kal-El"
        context.persistentStoreCoordinator = nil
        #expect(context.persistentStoreCoordinator == nil)
        #expect(context.registeredObjects.isEmpty && !context.hasChanges && entry.managedObjectContext == nil)
        context.persistentStoreCoordinator = coordinator
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        #expect(try context.fetch(request).map(\.name) == ["Clark"])
    }

    @Test("Releasing an unsaved child context does not change its parent")
    func aDroppedChildLeavesItsParentAloneCHD6() throws {
        do {
            let child = NSManagedObjectContext(.mainQueue)
            child.parent = context
            _ = Superhero(context: child)
            #expect(child.hasChanges)
        }
        #expect(!context.hasChanges)
    }

    @Test("A save with a conflict fails with its snapshots, or merges them as the policy says")
    func conflictsAreReportedOrMergedCNF1() throws {
        let first = try hero("Alice")
        let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        other.persistentStoreCoordinator = container.persistentStoreCoordinator
        let second = try #require(try other.existingObject(with: first.objectID) as? Superhero)
        first.name = "first"
        second.name = "second"
        try context.save()
        let error = try #require(throws: NSError.self) { try other.save() }
        #expect(error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectMergeError)
        let conflicts = error.userInfo["conflictList"] as? [NSMergeConflict]
        let conflict = try #require(conflicts?.first)
        #expect(conflicts?.count == 1 && conflict.sourceObject === second)
        #expect(conflict.objectSnapshot?["name"] as? String == "Alice")
        #expect(conflict.cachedSnapshot?["name"] as? String == "first")
        #expect(conflict.cachedSnapshot?["universe"] is NSNumber)
        #expect(conflict.oldVersionNumber == 1 && conflict.newVersionNumber == 2)
        #expect(second.name == "second" && other.hasChanges)
        other.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        try other.save()
        context.refreshAllObjects()
        #expect(first.name == "second")
    }

    @Test("A custom merge policy receives the conflicts")
    func aPolicyOfTheProgramSeesConflictsCNF13() throws {
        final class Watching: NSMergePolicy, @unchecked Sendable {
            nonisolated(unsafe) var seen: [NSMergeConflict] = []

            override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
                seen = list
                try super.resolve(optimisticLockingConflicts: list)
            }
        }
        let first = try hero("Alice")
        let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        other.persistentStoreCoordinator = container.persistentStoreCoordinator
        let policy = Watching(merge: .mergeByPropertyStoreTrumpMergePolicyType)
        other.mergePolicy = policy
        let second = try #require(try other.existingObject(with: first.objectID) as? Superhero)
        first.name = "first"
        second.name = "second"
        try context.save()
        try other.save()
        #expect(second.name == "first")
        #expect(policy.seen.first?.objectSnapshot?["name"] as? String == "Alice")
        #expect(policy.seen.first?.cachedSnapshot?["name"] as? String == "first")
    }

    @Test("An object has the ID that its saves give to observers, and another one while it is new")
    func savedObjectIDs() throws {
        nonisolated(unsafe) var saves: [Notification] = []
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSaveObjectIDs, object: context, queue: nil
        ) { saves.append($0) }
        defer { NotificationCenter.default.removeObserver(token) }
        let first = Superhero(context: context)
        first.name = "Alice"
        let temporary = first.objectID
        #expect(temporary.isTemporaryID)
        try context.save()
        first.name = "Bob"
        try context.save()
        let inserted = try #require(saves.first?.userInfo?[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID>)
        let updated = try #require(saves.last?.userInfo?[NSUpdatedObjectIDsKey] as? Set<NSManagedObjectID>)
        #expect(saves.count == 2 && inserted.count == 1 && updated.count == 1)
        #expect(inserted.first === first.objectID && updated.first === first.objectID)
        #expect(first.objectID != temporary && !first.objectID.isTemporaryID)
        let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        other.persistentStoreCoordinator = container.persistentStoreCoordinator
        #expect(try other.existingObject(with: first.objectID).objectID == first.objectID)
    }

    @Test("A save posts a notification, which another context can merge")
    func mergedSavesNTF7() throws {
        let first = try hero("Alice")
        let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        other.persistentStoreCoordinator = container.persistentStoreCoordinator
        let second = try #require(try other.existingObject(with: first.objectID) as? Superhero)
        nonisolated(unsafe) var saves: [Notification] = []
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { saves.append($0) }
        defer { NotificationCenter.default.removeObserver(token) }
        first.name = "Bob"
        try context.save()
        let save = try #require(saves.first)
        #expect(saves.count == 1)
        #expect(save.object as? NSManagedObjectContext === context)
        #expect(save.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> == [first])
        #expect(second.name == "Alice")
        other.mergeChanges(fromContextDidSave: save)
        #expect(second.name == "Bob" && !other.hasChanges)
        first.name = "Carol"
        try context.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: [first.objectID.uriRepresentation()]], into: [other])
        #expect(second.name == "Carol")
    }

    @Test("A save elsewhere is merged into a parent before its child, whatever their order")
    func mergedParentsNTF13() throws {
        let first = try hero("Alice")
        let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        other.persistentStoreCoordinator = container.persistentStoreCoordinator
        let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        child.parent = other
        let objects = try [child, other].map { try #require(try $0.existingObject(with: first.objectID) as? Superhero) }
        #expect(objects.map(\.name) == ["Alice", "Alice"])
        first.name = "Bob"
        try context.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSUpdatedObjectsKey: [first.objectID]], into: [child, other])
        #expect(objects.map(\.name) == ["Bob", "Bob"])
    }

    @Test("An undo manager undoes and redoes changes")
    func changesAreUndoneAndDoneAgainUND2() throws {
        let hero = try hero("Alice")
        let manager = UndoManager()
        context.undoManager = manager
        hero.name = "Bob"
        context.processPendingChanges()
        context.undo()
        #expect(hero.name == "Alice" && manager.canRedo)
        context.redo()
        #expect(hero.name == "Bob")
        manager.undo()
        #expect(hero.name == "Alice" && !manager.canUndo)
    }

    @Test("CTX-5 a new object that is deleted before a save has no context")
    func aDeletedNewObjectHasNoContext() throws {
        let hero = Superhero(context: context)
        context.delete(hero)
        #expect(hero.managedObjectContext == nil && hero.isDeleted && !context.hasChanges)
        try context.save()
        #expect(hero.managedObjectContext == nil)
    }

    @Test("A rollback discards unsaved changes")
    func rollbackGivesUpWhatWasNotSavedCTX14() throws {
        let kept = try hero("Alice")
        let new = Superhero(context: context)
        kept.name = "Bob"
        context.rollback()
        #expect(kept.name == "Alice" && new.managedObjectContext == nil && !context.hasChanges)
        #expect(kept.changedValues().isEmpty)
        kept.name = nil
        #expect(kept.changedValues()["name"] is NSNull)
        #expect(kept.committedValues(forKeys: ["name"])["name"] as? String == "Alice")
    }

    @Test("An object ID can be created from its URI, and fails to find a deleted object")
    func objectIDsID4() throws {
        let hero = try hero("Alice")
        let objectID = hero.objectID
        let uri = objectID.uriRepresentation()
        #expect(uri.scheme == "x-coredata")
        let coordinator = container.persistentStoreCoordinator
        #expect(coordinator.managedObjectID(forURIRepresentation: uri) == objectID)
        #expect(objectID.entity === hero.entity)
        #expect(objectID.persistentStore === coordinator.persistentStores.first)
        #expect(Set([objectID, hero.objectID]).count == 1)
        context.delete(hero)
        try context.save()
        let other = container.newBackgroundContext()
        let error = try #require(throws: NSError.self) {
            try other.performAndWait { _ = try other.existingObject(with: objectID) }
        }
        #expect(error.code == NSManagedObjectReferentialIntegrityError)
    }
}

private let mainQueueKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

/// Whether the code runs on the main queue, which need not be on the main thread.
func isOnMainQueue() -> Bool {
    DispatchQueue.getSpecific(key: mainQueueKey) == true
}

@Suite struct PerformTests {
    @Test("The view context merges what a background task saves")
    func backgroundTasksNTF11() async throws {
        let container = makeContainer()
        let view = container.viewContext
        let objectID = try await view.perform {
            view.automaticallyMergesChangesFromParent = true
            let hero = Superhero(context: view)
            hero.name = "Alice"
            try view.save()
            return hero.objectID
        }
        let isMain = try await container.performBackgroundTask { context in
            let hero = try context.existingObject(with: objectID) as? Superhero
            hero?.name = "Bob"
            try context.save()
            return isOnMainQueue()
        }
        #expect(!isMain)
        let name = await view.perform(schedule: .enqueued) { (view.object(with: objectID) as? Superhero)?.name }
        #expect(name == "Bob")
    }

    @Test("Work on a private queue runs in order, and can be nested")
    func privateQueuesCON2() {
        let context = makeContainer().newBackgroundContext()
        nonisolated(unsafe) var order: [Int] = []
        context.perform { order.append(1) }
        context.perform { context.performAndWait { order.append(2) } }
        let count = context.performAndWait { () -> Int in
            let hero = Superhero(context: context)
            hero.name = "inside"
            return (try? context.count(for: Superhero.fetchRequest() as NSFetchRequest<Superhero>)) ?? -1
        }
        #expect(count == 1 && order == [1, 2])
    }

    @Test("Performing work throws the error of the work")
    func whatWorkThrowsIsThrownCON3() async {
        struct RefusalError: Error {}
        let context = makeContainer().newBackgroundContext()
        await #expect(throws: RefusalError.self) { try await context.perform { throw RefusalError() } }
    }

    @Test("A parent with a private queue works on the main queue if its child does")
    func mainQueueChild() async throws {
        let root = makeContainer().newBackgroundContext()
        await MainActor.run {
            let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            child.parent = root
            let hero = Superhero(context: child)
            hero.name = "child"
            #expect(throws: Never.self) { try child.save() }
        }
        let (isMain, names) = try await root.perform {
            let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
            return (isOnMainQueue(), try root.fetch(request).map(\.name))
        }
        #expect(isMain && names == ["child"])
    }

    @Test("Contexts of a tree use one queue, in whatever order they get their parents")
    func queueOfATree() async {
        let container = makeContainer()
        func makeContext(_ type: NSManagedObjectContextConcurrencyType) -> NSManagedObjectContext {
            NSManagedObjectContext(concurrencyType: type)
        }
        let (child, grandchild) = (
            makeContext(.privateQueueConcurrencyType), makeContext(.privateQueueConcurrencyType)
        )
        grandchild.parent = child
        child.parent = container.viewContext
        #expect(await grandchild.perform { isOnMainQueue() })
        let (root, middle) = (container.newBackgroundContext(), makeContext(.privateQueueConcurrencyType))
        let leaf = makeContext(.mainQueueConcurrencyType)
        leaf.parent = middle
        middle.parent = root
        #expect(await root.perform { isOnMainQueue() })
    }

    @Test("A tree of contexts moves to the main queue when the running work is done")
    @MainActor func moveToMainQueue() {
        let root = makeContainer().newBackgroundContext()
        let (began, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        nonisolated(unsafe) var order: [String] = []
        root.perform {
            began.signal()
            mayEnd.wait()
            root.performAndWait { order.append("in the work that runs") }
        }
        root.perform { order.append("what waited") }
        began.wait()
        let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        child.parent = root
        DispatchQueue.global().async { mayEnd.signal() }
        child.performAndWait { order.append("on the main queue") }
        #expect(order == ["in the work that runs", "on the main queue"])
    }

    @Test("Awaited work for the current queue runs at once, unless it is scheduled as enqueued")
    @MainActor func immediateWorkCON3() async {
        let context = makeContainer().viewContext
        nonisolated(unsafe) var order: [String] = []
        func enqueue(_ work: @escaping () -> Void) { context.perform(work) }
        enqueue { order.append("later") }
        await context.perform { order.append("in place") }
        await context.perform(schedule: .enqueued) { order.append("after") }
        #expect(order == ["in place", "later", "after"])
    }

    @Test("Canceling an asynchronous fetch completes it with an error and no result")
    func aCancelledFetchCallsBackWithAnErrorFET39() {
        let context = makeContainer().newBackgroundContext()
        nonisolated(unsafe) var told: [(code: CocoaError.Code?, hasResult: Bool)] = []
        let request = NSAsynchronousFetchRequest(fetchRequest: NSFetchRequest<Superhero>(entityName: "Superhero")) {
            told.append((($0.operationError as? CocoaError)?.code, $0.finalResult != nil))
        }
        context.performAndWait {
            #expect(throws: Never.self) {
                (try context.execute(request) as? NSPersistentStoreAsynchronousResult)?.cancel()
            }
        }
        context.performAndWait {}
        #expect(told.map(\.code) == [.userCancelled] && told.map(\.hasResult) == [false])
    }

    @Test("An asynchronous fetch calls its completion block on the queue of the context")
    func asynchronousFetchesFET39() throws {
        let context = makeContainer().newBackgroundContext()
        nonisolated(unsafe) var told: [String] = []
        nonisolated(unsafe) var isOnTheQueue = false
        try context.performAndWait {
            Superhero(context: context).name = "Batman"
            try context.save()
            let request = NSAsynchronousFetchRequest(
                fetchRequest: NSFetchRequest<Superhero>(entityName: "Superhero")
            ) { result in
                told += result.finalResult?.compactMap(\.name) ?? []
                // What is asked of the queue in place comes before what waits.
                context.perform { told.append("later") }
                context.performAndWait { told.append("in place") }
                isOnTheQueue = !isOnMainQueue()
            }
            try context.execute(request)
            #expect(told.isEmpty)
        }
        context.performAndWait {}
        context.performAndWait {}
        #expect(told == ["Batman", "in place", "later"] && isOnTheQueue)
    }
}
