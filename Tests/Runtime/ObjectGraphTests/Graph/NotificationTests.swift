import ObjectGraph
import TestSupport
import Testing

/// Rules NTF-1 to NTF-16, CTX-24 and CTX-25: what contexts tell, and what others make of it.
struct NotificationTests {
    let context: ManagedObjectContext
    let notebook: ManagedObject
    let note: ManagedObject

    init() throws {
        context = try Office.context()
        notebook = context.insert("Notebook", ["title": "first"])
        note = context.insert("Note", ["content": "one"])
        try context.save()
    }

    private final class Log {
        var changes: [ObjectChanges] = []
        var saves: [SavedObjects] = []
        var order: [String] = []

        func note(_ event: ContextEvent) {
            switch event {
            case .objectsDidChange(let change):
                changes.append(change)
                order.append("changed")
            case .willSave: order.append("willSave")
            case .didSave(let saved):
                saves.append(saved)
                order.append("didSave")
            case .didFailToRead(let error): Issue.record(error)
            }
        }
    }

    @Test("NTF-1, NTF-16 and CTX-24 processing posts one event for all changes, including those through inverses")
    func changes() throws {
        let log = Log()
        let observation = context.observe(log.note)
        let new = context.insert("Note", ["content": "two"])
        new.setValue("three", forKey: "content")
        note.setValue(notebook, forKey: "notebook")
        let gone = context.insert("Person")
        context.delete(gone)
        #expect(log.changes.isEmpty)
        context.processPendingChanges()
        #expect(log.changes.count == 1)
        #expect(log.changes[0].inserted == [new])
        #expect(log.changes[0].updated == [note, notebook])
        #expect(log.changes[0].deleted.isEmpty)
        context.delete(new)
        context.delete(note)
        context.processPendingChanges()
        #expect(log.changes[1].deleted == [new, note])
        #expect(log.changes[1].updated == [notebook])
        withExtendedLifetime(observation) {}
    }

    @Test("CTX-25 without changes, no event is posted")
    func nothing() {
        let log = Log()
        let observation = context.observe(log.note)
        context.processPendingChanges()
        #expect(log.order.isEmpty)
        withExtendedLifetime(observation) {}
    }

    @Test("NTF-2, NTF-3 and CTX-8 a save posts an event before and one after, in this order")
    func saving() throws {
        let log = Log()
        let observation = context.observe(log.note)
        let new = context.insert("Person")
        notebook.setValue("second", forKey: "title")
        context.delete(note)
        try context.save()
        #expect(log.order == ["changed", "willSave", "didSave"])
        #expect(log.saves[0].inserted == [new])
        #expect(log.saves[0].updated == [notebook])
        #expect(log.saves[0].deleted == [note])
        withExtendedLifetime(observation) {}
    }

    @Test(
        "NTF-2 a save lists the objects that it wrote, in however many events they changed",
        arguments: 0..<40 as Range<UInt64>)
    func savingAfterEvents(seed: UInt64) throws {
        let log = Log()
        let observation = context.observe(log.note)
        var generator = SplitMix(seed: seed)
        context.undoHistory = seed % 4 == 0 ? UndoHistory() : nil
        for _ in 0..<12 {
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let living = try context.objects("Person").sorted { $0.objectID < $1.objectID }
                switch Int.random(in: 0..<8, using: &generator) {
                case 0, 1: context.insert("Person", ["name": "new"])
                case 2...4: living.randomElement(using: &generator)?.setValue("\(log.order.count)", forKey: "name")
                case 5: living.randomElement(using: &generator).map(context.delete)
                case 6: context.undo()
                default: context.processPendingChanges()
                }
            }
            context.processPendingChanges()
            let changes = (context.insertedObjects, context.updatedObjects, context.deletedObjects)
            let count = log.saves.count
            try context.save()
            guard log.saves.count > count else { continue }
            let saved = log.saves[count]
            #expect((saved.inserted, saved.updated, saved.deleted) == changes)
            #expect(saved.objectIDs.inserted == Set(saved.inserted.map(\.objectID)))
        }
        #expect(!log.saves.isEmpty)
        withExtendedLifetime(observation) {}
    }

    @Test("NTF-2 an object that others have deleted, and a save stores again, is listed as inserted")
    func savingRestoredObjects() throws {
        let other = ManagedObjectContext(coordinator: context.persistentStoreCoordinator)
        other.delete(other.twin(note))
        context.mergePolicy = .mergeByPropertyObjectTrump
        note.setValue("kept", forKey: "content")
        try other.save()
        let log = Log()
        let observation = context.observe(log.note)
        try context.save()
        #expect(log.saves.map(\.inserted) == [[note]])
        #expect(log.saves.allSatisfy { $0.updated.isEmpty && $0.deleted.isEmpty })
        withExtendedLifetime(observation) {}
    }

    @Test(
        "NTF-1 and DRV-2 values that a save derives for an object that has no other changes are reported after it",
        arguments: [false, true])
    func deriving(isAsynchronous: Bool) async throws {
        note.setValue(notebook, forKey: "notebook")
        try context.save()
        let log = Log()
        let observation = context.observe(log.note)
        notebook.setValue("second", forKey: "title")
        if isAsynchronous { try await context.saveAsynchronously() } else { try context.save() }
        #expect(note.text("notebookTitle") == "second")
        #expect(log.order == ["changed", "willSave", "didSave", "changed"])
        #expect(log.saves.map(\.updated) == [[note, notebook]])
        // The notebook, which derives the time of the save, has been reported as updated.
        #expect(log.changes.map(\.updated) == [[notebook], []])
        #expect(log.changes.map(\.refreshed) == [[], [note]])
        context.processPendingChanges()
        #expect(log.order.count == 4)
        withExtendedLifetime(observation) {}
    }

    @Test("NTF-1 and CNF-10 an object that a save loses because others have deleted it is reported after the save")
    func losing() throws {
        let other = ManagedObjectContext(coordinator: context.persistentStoreCoordinator)
        other.delete(other.twin(note))
        context.mergePolicy = .mergeByPropertyStoreTrump
        note.setValue("mine", forKey: "content")
        try other.save()
        let log = Log()
        let observation = context.observe(log.note)
        try context.save()
        #expect(log.order == ["changed", "willSave", "didSave", "changed"])
        #expect(log.changes.map(\.deleted) == [[], [note]])
        context.processPendingChanges()
        #expect(log.order.count == 4)
        withExtendedLifetime(observation) {}
    }

    @Test("NTF-4 a failed save posts that it begins, but not that it has finished")
    func failing() {
        let log = Log()
        let observation = context.observe(log.note)
        context.insert("Chair")
        #expect(throws: ValidationError.self) { try context.save() }
        #expect(log.order == ["changed", "willSave"])
        withExtendedLifetime(observation) {}
    }

    @Test("An observation ends when it is released or canceled")
    func endOfObservation() {
        let log = Log()
        do { _ = context.observe(log.note) }
        let second = context.observe(log.note)
        second.cancel()
        context.insert("Person")
        context.processPendingChanges()
        #expect(log.order.isEmpty)
    }

    @Test("NTF-6 to NTF-10 another context merges updates, keeping its own changes, insertions, and deletions")
    func merging() throws {
        let second = ManagedObjectContext(coordinator: context.persistentStoreCoordinator)
        let twin = second.twin(notebook)
        let doomed = second.twin(note)
        _ = (twin.text("title"), doomed.text("content"))
        let mine = second.insert("Person", ["name": "kept"])
        var saved: SavedObjectIDs?
        let observation = context.observe { event in
            if case .didSave(let objects) = event { saved = objects.objectIDs }
        }
        notebook.setValue("theirs", forKey: "title")
        context.delete(note)
        let person = context.insert("Person", ["name": "new"])
        try context.save()
        let log = Log()
        let watching = second.observe(log.note)
        second.mergeChanges(from: try #require(saved))
        #expect(twin.text("title") == "theirs")
        #expect(mine.isInserted)
        // NTF-8: updates are told as refreshed, insertions as inserted. NTF-9: a deleted object stays readable.
        #expect(log.changes[0].refreshed == [twin])
        #expect(log.changes[0].inserted == [mine, second.twin(person)])
        #expect(log.changes[0].deleted == [doomed])
        #expect(doomed.isDeleted)
        #expect(doomed.text("content") == "one")
        #expect(try second.objects("Note").isEmpty)
        // NTF-10: nothing to save but the own insertion.
        #expect(second.insertedObjects == [mine])
        #expect(second.updatedObjects.isEmpty)
        #expect(second.deletedObjects.isEmpty)
        withExtendedLifetime((observation, watching)) {}
    }

    @Test("NTF-12 and FLT-13 without merging, objects keep their values, but fetches find new objects")
    func notMerging() throws {
        let second = ManagedObjectContext(coordinator: context.persistentStoreCoordinator)
        let twin = second.twin(notebook)
        _ = twin.text("title")
        notebook.setValue("theirs", forKey: "title")
        context.insert("Notebook", ["title": "new"])
        try context.save()
        #expect(Set(try second.objects("Notebook").map { $0.text("title") }) == ["first", "new"])
    }

    @Test("CTX-35 and NTF-11 a context that follows others merges their saves when it processes changes")
    func following() throws {
        let second = ManagedObjectContext(coordinator: context.persistentStoreCoordinator)
        #expect(!second.automaticallyMergesChangesFromParent)
        second.automaticallyMergesChangesFromParent = true
        let twin = second.twin(notebook)
        _ = twin.text("title")
        notebook.setValue("theirs", forKey: "title")
        try context.save()
        #expect(twin.text("title") == "first")
        second.processPendingChanges()
        #expect(twin.text("title") == "theirs")
    }

    @MainActor @Test("NTF-11 the main actor's context follows on its own")
    func viewContextFollows() async throws {
        let container = try Office.container()
        let view = container.viewContext
        view.automaticallyMergesChangesFromParent = true
        let person = view.insert("Person", ["name": "before"])
        try view.save()
        let objectID = person.objectID
        let refreshed = AsyncStream<Void> { continuation in
            let observation = view.observe { event in
                if case .objectsDidChange(let change) = event, !change.refreshed.isEmpty { continuation.yield() }
            }
            view.userInfo["observation"] = observation
        }
        try await container.performBackgroundTask { context in
            context.object(with: objectID).setValue("after", forKey: "name")
            try context.save()
        }
        for await _ in refreshed { break }
        #expect(person.text("name") == "after")
    }

    @Test("NTF-15 the coordinator posts an event for every commit, to any task")
    func commits() async throws {
        let commits = context.persistentStoreCoordinator.commits()
        let person = context.insert("Person")
        try context.save()
        var iterator = commits.makeAsyncIterator()
        let saved = await iterator.next()
        #expect(saved?.inserted == [person.objectID])
    }

    @Test("CTX-19 a reset reports that all objects are invalid, without listing any")
    func resetting() {
        let log = Log()
        let observation = context.observe(log.note)
        context.reset()
        #expect(log.changes.count == 1)
        #expect(log.changes[0].invalidatedAllObjects)
        #expect(log.changes[0].deleted.isEmpty)
        withExtendedLifetime(observation) {}
    }
}
