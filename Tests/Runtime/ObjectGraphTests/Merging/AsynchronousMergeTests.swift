import Dispatch
import Foundation
import ObjectGraph
import Testing

/// A context that merges what others have saved reads it on other threads, and goes on meanwhile.
@MainActor struct AsynchronousMergeTests {
    private let store = InstrumentedStore(model: Office.model)
    private let container: PersistentContainer

    /// What a context shows of two people and of a note in one of two notebooks.
    private struct Shown {
        let context: ManagedObjectContext
        let ann: ManagedObject
        let bob: ManagedObject
        let note: ManagedObject
        let notebooks: [ManagedObject]
    }

    init() throws {
        container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        let context = container.newContext()
        for name in ["Ann", "Bob"] { context.insert("Person", ["name": name]) }
        let notebooks = ["Travel", "Trips"].map { context.insert("Notebook", ["title": $0]) }
        context.insert("Note", ["content": "Oslo", "grams": 3, "notebook": notebooks[0]])
        try context.save()
    }

    /// Reads everything in a context, which follows others from now on.
    private func show(in context: ManagedObjectContext) throws -> Shown {
        context.automaticallyMergesChangesFromParent = true
        let people = try context.objects("Person")
        let notebooks = try context.objects("Notebook")
        let note = try #require(context.objects("Note").first)
        try context.load(notebooks, relationshipKeyPaths: ["notes"])
        try context.load([note], relationshipKeyPaths: ["notebook"])
        #expect(people.map { $0.text("name") } == ["Ann", "Bob"])
        #expect(notebooks.map { $0.members("notes").count } == [1, 0])
        return Shown(context: context, ann: people[0], bob: people[1], note: note, notebooks: notebooks)
    }

    /// Changes one person, deletes the other, inserts a third one, and moves the note, on another thread.
    private func saveElsewhere(_ name: String = "Anna") async throws {
        try await container.performBackgroundTask { context in
            let people = try context.objects("Person").sorted { $0.objectID < $1.objectID }
            people[0].setValue(name, forKey: "name")
            if people.count == 2 { context.delete(people[1]) }
            context.insert("Person", ["name": "Cleo"])
            let notebook = try context.objects("Notebook", where: "title == 'Trips'").first
            try context.objects("Note").first?.setValue(notebook, forKey: "notebook")
            try context.save()
        }
    }

    private func expectMerged(_ shown: Shown, _ name: String = "Anna") {
        #expect(shown.ann.text("name") == name)
        #expect(shown.bob.isDeleted)
        #expect(shown.note.member("notebook") === shown.notebooks[1])
        #expect(shown.notebooks.map { $0.members("notes").count } == [0, 1])
    }

    @Test(
        "The main actor's context merges what others have saved, and it asks the store nothing",
        .timeLimit(.minutes(10)))
    func viewContext() async throws {
        let shown = try show(in: container.viewContext)
        store.startAccount()
        try await saveElsewhere()
        // Reading what was read asks nothing.
        while shown.ann.text("name") != "Anna" { await Task.yield() }
        #expect(store.account.questionCount > 0 && store.mainActorCallCount == 0)
        expectMerged(shown)
    }

    @Test("The main actor asks nothing for the merge of a context with changes of the same objects, which stay")
    func changedContext() async throws {
        let shown = try show(in: container.newContext())
        try await saveElsewhere()
        shown.ann.setValue(7, forKey: "salary")
        shown.note.setValue("Rome", forKey: "content")
        store.startAccount()
        await shown.context.processPendingChangesAsynchronously()
        #expect(store.account.questionCount > 0 && store.mainActorCallCount == 0)
        expectMerged(shown)
        #expect(shown.ann.number("salary") == 7 && shown.note.text("content") == "Rome")
        try await shown.context.saveAsynchronously()
        let stored = try container.newContext().objects("Person", where: "name == 'Anna'")
        #expect(stored.map { $0.number("salary") } == [7])
    }

    /// What a context and others do with a note.
    enum LinkChange: CaseIterable {
        /// Both move it.
        case moving
        /// Others move it, and the context deletes it.
        case deleting
        /// Others change it, and delete the notebook to which the context moves it.
        case movingIntoDeleted
    }

    @Test(
        "The main actor asks nothing for the merge of a context with changes of the same links",
        arguments: LinkChange.allCases)
    func changedLinks(_ change: LinkChange) async throws {
        let shown = try show(in: container.newContext())
        let others = container.newContext()
        let note = try #require(others.objects("Note").first)
        if change == .movingIntoDeleted {
            note.setValue("Rome", forKey: "content")
            others.delete(try #require(others.objects("Notebook", where: "title == 'Trips'").first))
        } else {
            note.setValue(others.insert("Notebook", ["title": "Tours"]), forKey: "notebook")
        }
        try others.save()
        if change == .deleting {
            shown.context.delete(shown.note)
        } else {
            shown.note.setValue(shown.notebooks[1], forKey: "notebook")
        }
        store.startAccount()
        await shown.context.processPendingChangesAsynchronously()
        #expect(store.account.questionCount > 0 && store.mainActorCallCount == 0)
        switch change {
        case .moving: #expect(shown.note.member("notebook") === shown.notebooks[1])
        case .deleting: #expect(shown.context.deletedObjects == [shown.note])
        case .movingIntoDeleted:
            #expect(shown.notebooks[1].isDeleted && shown.note.member("notebook") == nil)
            #expect(shown.note.text("content") == "Rome")
        }
        try await shown.context.saveAsynchronously()
        let later = container.newContext()
        let stored = try later.objects("Note").map { $0.member("notebook")?.text("title") }
        switch change {
        case .moving: #expect(stored == ["Trips"])
        case .deleting: #expect(stored.isEmpty)
        case .movingIntoDeleted: #expect(stored == [nil])
        }
    }

    @Test("Observers hear of the context's own changes before the store has answered")
    func ownChanges() async throws {
        let shown = try show(in: container.newContext())
        try await saveElsewhere()
        var updates: [Int] = []
        let observation = shown.context.observe { event in
            if case .objectsDidChange(let change) = event { updates.append(change.updated.count) }
        }
        shown.ann.setValue(7, forKey: "salary")
        store.close()
        let merge = Task { await shown.context.processPendingChangesAsynchronously() }
        while store.waitingCount == 0 { await Task.yield() }
        #expect(updates == [1] && shown.ann.text("name") == "Ann")
        store.open()
        await merge.value
        expectMerged(shown)
        withExtendedLifetime(observation) {}
    }

    /// What a program does while its context reads what others have saved.
    enum Interruption: CaseIterable {
        case set, rollback, reset, save, saveAsynchronously, process, processAgain, fetch, refreshAll, unfollow
        case saveOfOthers, undo
    }

    @Test(
        "Whatever happens while the context reads, it shows the latest state in the end",
        arguments: Interruption.allCases)
    func interrupting(_ interruption: Interruption) async throws {
        let shown = try show(in: container.newContext())
        let context = shown.context
        context.undoHistory = UndoHistory()
        try await saveElsewhere()
        store.close()
        let merge = Task { await context.processPendingChangesAsynchronously() }
        while store.waitingCount == 0 { await Task.yield() }
        // What asks the store waits for it.
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { [store] in store.open() }
        var name = "Anna"
        switch interruption {
        case .set: shown.ann.setValue(7, forKey: "salary")
        case .rollback:
            shown.ann.setValue(7, forKey: "salary")
            context.rollback()
        case .reset: context.reset()
        case .save, .saveAsynchronously:
            context.insert("Person", ["name": "Dora"])
            if interruption == .save { try context.save() } else { try await context.saveAsynchronously() }
        case .process: context.processPendingChanges()
        case .processAgain: await context.processPendingChangesAsynchronously()
        case .fetch: _ = try context.objects("Person")
        case .refreshAll: context.refreshAllObjects()
        case .unfollow: context.automaticallyMergesChangesFromParent = false
        case .saveOfOthers:
            name = "Later"
            try await saveElsewhere(name)
        case .undo:
            shown.ann.setValue(7, forKey: "salary")
            context.undo()
        }
        await merge.value
        if interruption == .unfollow {
            #expect(shown.ann.text("name") == "Ann")
            context.automaticallyMergesChangesFromParent = true
        }
        await context.processPendingChangesAsynchronously()
        if interruption == .reset {
            #expect(try context.objects("Person").compactMap { $0.text("name") } == ["Anna", "Cleo"])
            return
        }
        if interruption == .unfollow { context.processPendingChanges() }
        expectMerged(shown, name)
        #expect(shown.ann.number("salary") == (interruption == .set ? 7 : nil))
        try context.save()
        let stored = try container.newContext().objects("Person", where: "name == '\(name)'")
        #expect(stored.map { $0.number("salary") } == [interruption == .set ? 7 : nil])
    }

    @Test("A store that fails changes nothing and tells observers, and the next call merges")
    func failing() async throws {
        let shown = try show(in: container.newContext())
        try await saveElsewhere()
        var errorCount = 0
        let observation = shown.context.observe { event in
            if case .didFailToRead(let error) = event, error is InstrumentedStore.InjectedError { errorCount += 1 }
        }
        for count in 0..<40 {
            store.failCalls(after: count)
            await shown.context.processPendingChangesAsynchronously()
            guard store.failCalls(after: nil) > 0 else { break }
            #expect(errorCount == count + 1)
            #expect(shown.ann.text("name") == "Ann" && !shown.bob.isDeleted)
        }
        #expect(errorCount > 0)
        expectMerged(shown)
        withExtendedLifetime(observation) {}
    }

    @Test("The view context tries again after its store has failed, without another event")
    func tryingAgain() async throws {
        let ann = try show(in: container.viewContext).ann
        var errorCount = 0
        let observation = container.viewContext.observe { [store] event in
            guard case .didFailToRead(let error) = event, error is InstrumentedStore.InjectedError else { return }
            errorCount += 1
            if errorCount == 2 { store.failCalls(after: nil) }
        }
        let others = container.newContext()
        try others.objects("Person", where: "name == 'Ann'").first?.setValue("Anna", forKey: "name")
        // The view context waits for the main actor.
        try others.save()
        store.failCalls(after: 0)
        #expect(await becomes { ann.text("name") == "Anna" })
        #expect(errorCount == 2)
        withExtendedLifetime(observation) {}
    }

    @Test("The view context tries again after its store has failed on the main actor, without another event")
    func tryingAgainOnTheMainActor() async throws {
        let store = InstrumentedStore(model: MeetingModel.plain)
        let container = try PersistentContainer(model: MeetingModel.plain, store: OpenStoreDescription(store))
        let others = container.newContext()
        let folders = (0..<4).map { _ in others.insert("Folder") }
        for (child, parent) in zip(folders[2...], folders[1...]) { child.setValue(parent, forKey: "parent") }
        try others.save()
        let context = container.viewContext
        context.automaticallyMergesChangesFromParent = true
        context.delete(try context.existingObject(with: folders[0].objectID))
        await context.processPendingChangesAsynchronously()
        // The deletion has scheduled another processing.
        for _ in 0..<100 { await Task.yield() }
        var errorCount = 0
        let observation = context.observe { event in
            guard case .didFailToRead(let error) = event, error is InstrumentedStore.InjectedError else { return }
            errorCount += 1
            store.failOnMainActor(false)
        }
        // What others put into the deleted folder is deleted with it, as far down as only the merge finds out.
        folders[1].setValue(folders[0], forKey: "parent")
        try others.save()
        store.failOnMainActor(true)
        #expect(await becomes { context.deletedObjects.count == 4 })
        #expect(errorCount == 1)
        withExtendedLifetime(observation) {}
    }

    @Test("A context that does not merge processes its own changes, and asks nothing")
    func notFollowing() async throws {
        let context = container.newContext()
        let ann = try #require(context.objects("Person").first)
        try await saveElsewhere()
        var changeCount = 0
        let observation = context.observe { event in
            if case .objectsDidChange = event { changeCount += 1 }
        }
        ann.setValue(7, forKey: "salary")
        store.startAccount()
        await context.processPendingChangesAsynchronously()
        #expect(changeCount == 1 && store.account.questionCount == 0)
        #expect(ann.text("name") == "Ann")
        withExtendedLifetime(observation) {}
    }

    @Test("A task that is canceled merges nothing and tells observers nothing, and the next call merges")
    func canceling() async throws {
        let shown = try show(in: container.newContext())
        try await saveElsewhere()
        var errorCount = 0
        let observation = shown.context.observe { event in
            if case .didFailToRead = event { errorCount += 1 }
        }
        let merge = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await shown.context.processPendingChangesAsynchronously()
        }
        await merge.value
        #expect(shown.ann.text("name") == "Ann" && !shown.bob.isDeleted)
        await shown.context.processPendingChangesAsynchronously()
        expectMerged(shown)
        #expect(errorCount == 0)
        withExtendedLifetime(observation) {}
    }
}
