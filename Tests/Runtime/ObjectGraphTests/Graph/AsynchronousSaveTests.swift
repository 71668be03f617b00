import Foundation
import ObjectGraph
import Testing

/// `saveAsynchronously()`: the actor of the context goes on while the store writes, and whatever changes the context
/// first completes the save.
@MainActor struct AsynchronousSaveTests {
    private let store = InstrumentedStore(model: Office.model)
    private let container: PersistentContainer

    init() throws {
        container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
    }

    /// A context with a stored person, and changes of every kind to save: the person's name, a new person,
    /// and a deleted one.
    private func changedContext() throws -> (context: ManagedObjectContext, ann: ManagedObject, new: ManagedObject) {
        let context = container.newContext()
        let ann = context.insert("Person", ["name": "Ann"])
        let bob = context.insert("Person", ["name": "Bob"])
        try context.save()
        ann.setValue("Anna", forKey: "name")
        let new = context.insert("Person", ["name": "Cleo"])
        context.delete(bob)
        // So that nothing but the commit asks the store.
        try context.obtainPermanentIDs(for: [new])
        return (context, ann, new)
    }

    /// Begins a save whose commit waits until the store is opened, on another thread if nobody else does so.
    private func heldSave(
        of context: ManagedObjectContext, opensSoon: Bool = true
    ) async throws -> Task<Void, any Error> {
        store.close()
        let save = Task { try await context.saveAsynchronously() }
        while context.saveInProgress == nil { await Task.yield() }
        if opensSoon {
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { [store] in store.open() }
        }
        return save
    }

    private func outcome(of context: ManagedObjectContext) async -> Result<Void, any Error> {
        do {
            return .success(try await context.saveAsynchronously())
        } catch {
            return .failure(error)
        }
    }

    private func storedNames() throws -> [String] {
        try container.newContext().objects("Person").compactMap { $0.text("name") }.sorted()
    }

    @Test("CTX-8 the actor goes on while the store writes, reads the objects, and then has nothing left to save")
    func goingOn() async throws {
        let (context, ann, new) = try changedContext()
        var events: [String] = []
        let observation = context.observe { event in
            switch event {
            case .willSave: events.append("willSave")
            case .didSave(let saved):
                events.append("didSave \(saved.inserted.count) \(saved.updated.count) \(saved.deleted.count)")
            default: break
            }
        }
        let save = try await heldSave(of: context, opensSoon: false)
        #expect(ann.text("name") == "Anna" && new.text("name") == "Cleo")
        #expect(context.hasChanges && new.isInserted)
        #expect(events == ["willSave"])
        store.open()
        try await save.value
        #expect(events == ["willSave", "didSave 1 1 1"])
        #expect(!context.hasChanges && !new.isInserted)
        #expect(try storedNames() == ["Anna", "Cleo"])
        withExtendedLifetime(observation) {}
    }

    /// What a program does while a save is in progress.
    enum Interruption: CaseIterable {
        case set, setOfNew, insert, delete, deleteNew, save, rollback, refresh, refreshAll, reset, undo, fetch, child
        case obtainIDs, merge, pin, detect, saveAgain, setPolicy
    }

    @Test(
        "What changes the context or asks its stores first completes the save, and is not a part of it",
        arguments: Interruption.allCases)
    func interrupting(_ interruption: Interruption) async throws {
        let (context, ann, new) = try changedContext()
        context.undoHistory = UndoHistory()
        let save = try await heldSave(of: context)
        var later = ["Anna", "Cleo"]
        var leavesChanges = false
        switch interruption {
        case .set, .setOfNew:
            (interruption == .set ? ann : new).setValue("Later", forKey: "name")
            later = interruption == .set ? ["Cleo", "Later"] : ["Anna", "Later"]
            leavesChanges = true
        case .insert:
            _ = context.insert("Person", ["name": "Later"])
            (later, leavesChanges) = (["Anna", "Cleo", "Later"], true)
        case .delete, .deleteNew:
            context.delete(interruption == .delete ? ann : new)
            (later, leavesChanges) = ([interruption == .delete ? "Cleo" : "Anna"], true)
        case .save: try context.save()
        case .saveAgain: try await context.saveAsynchronously()
        case .rollback: context.rollback()
        case .refresh: context.refresh(ann, mergeChanges: false)
        case .refreshAll: context.refreshAllObjects()
        case .reset: context.reset()
        case .undo:
            context.undo()
            (later, leavesChanges) = (["Ann", "Bob"], true)
        case .fetch:
            #expect(try context.objects("Person").compactMap { $0.text("name") }.sorted() == later)
        case .child:
            let child = ManagedObjectContext(parent: context)
            try child.existingObject(with: ann.objectID).setValue("Later", forKey: "name")
            try child.save()
            (later, leavesChanges) = (["Cleo", "Later"], true)
        case .obtainIDs: try context.obtainPermanentIDs(for: [new])
        case .merge: context.mergeChanges(from: SavedObjectIDs(updated: [ann.objectID]))
        case .pin: try context.pinQueryGeneration(acceptingCost: true)
        case .detect: context.detectConflicts(for: ann)
        case .setPolicy: context.mergePolicy = .overwrite
        }
        #expect(try storedNames() == ["Anna", "Cleo"])
        #expect(context.hasChanges == leavesChanges)
        try await save.value
        if leavesChanges { try context.save() }
        #expect(try storedNames() == later)
    }

    @Test(
        "ID-7 the actor goes on while the store assigns numbers to new objects, which can change")
    func assigningNumbers() async throws {
        let context = container.newContext()
        let ann = context.insert("Person", ["name": "Ann"])
        let bob = context.insert("Person", ["name": "Bob"])
        store.close()
        let save = Task { try await context.saveAsynchronously() }
        while store.waitingCount == 0 { await Task.yield() }
        #expect(context.saveInProgress == nil && ann.objectID.isTemporaryID)
        ann.setValue("Anna", forKey: "name")
        context.delete(bob)
        let cleo = context.insert("Person", ["name": "Cleo"])
        store.open()
        try await save.value
        #expect(!context.hasChanges && !ann.objectID.isTemporaryID && !cleo.objectID.isTemporaryID)
        #expect(try storedNames() == ["Anna", "Cleo"])
    }

    @Test("A save that the store refuses keeps the changes, and the next one succeeds")
    func failing() async throws {
        let (context, ann, new) = try changedContext()
        for count in 0..<40 {
            store.failCalls(after: count)
            let outcome = await outcome(of: context)
            // What is read after the commit does not fail the save.
            guard store.failCalls(after: nil) > 0, case .failure(let error) = outcome else { break }
            #expect(error is InstrumentedStore.InjectedError)
            #expect(context.hasChanges && ann.text("name") == "Anna" && new.isInserted)
            #expect(context.insertedObjects.count == 1 && context.deletedObjects.count == 1)
            #expect(try storedNames() == ["Ann", "Bob"])
        }
        #expect(!context.hasChanges)
        #expect(try storedNames() == ["Anna", "Cleo"])
    }

    @Test(
        "CNF-1 others' changes are a conflict, which the policy decides",
        arguments: [MergePolicy.MergeType.error, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump])
    func conflicting(_ type: MergePolicy.MergeType) async throws {
        let (context, ann, _) = try changedContext()
        context.mergePolicy = MergePolicy(type)
        let other = container.newContext()
        let theirs = try other.existingObject(with: ann.objectID)
        theirs.setValue("Theirs", forKey: "name")
        theirs.setValue("Rome", forKey: "city")
        try other.save()
        let outcome = await outcome(of: context)
        if type == .error {
            #expect(throws: MergeConflictError.self) { try outcome.get() }
            #expect(context.hasChanges && ann.text("name") == "Anna")
            return
        }
        try outcome.get()
        let name = type == .mergeByPropertyObjectTrump ? "Anna" : "Theirs"
        #expect(ann.text("name") == name && ann.text("city") == "Rome")
        #expect(try storedNames() == [name, "Cleo"].sorted())
    }

    @Test("CTX-35 a context that follows others merges what they saved meanwhile")
    func following() async throws {
        let (context, ann, _) = try changedContext()
        context.automaticallyMergesChangesFromParent = true
        let other = container.newContext()
        let dora = other.insert("Person", ["name": "Dora"])
        try other.save()
        let mine = try context.existingObject(with: dora.objectID)
        context.processPendingChanges()
        ann.setValue("Anne", forKey: "name")
        let save = try await heldSave(of: context)
        dora.setValue("Doris", forKey: "name")
        try other.save()
        context.processPendingChanges()
        #expect(mine.text("name") == "Dora")
        try await save.value
        context.processPendingChanges()
        #expect(mine.text("name") == "Doris")
    }

    @Test("A save that fails wakes up the automatic merge, as one that succeeds does", arguments: [true, false])
    func wakingUp(_ fails: Bool) async throws {
        let (context, ann, _) = try changedContext()
        context.automaticallyMergesChangesFromParent = true
        var wakeUpCount = 0
        context.scheduleProcessing = { wakeUpCount += 1 }
        let save = try await heldSave(of: context, opensSoon: false)
        let before = wakeUpCount
        if fails { store.failCalls(after: 0) }
        store.open()
        let outcome = await save.result
        store.failCalls(after: nil)
        #expect(wakeUpCount > before)
        guard fails else { return try outcome.get() }
        #expect(throws: InstrumentedStore.InjectedError.self) { try outcome.get() }
        #expect(context.hasChanges && ann.text("name") == "Anna")
    }

    @Test("The main actor asks nothing to merge what others have saved before a save of a context that follows them")
    func mergingBefore() async throws {
        let (context, ann, _) = try changedContext()
        context.automaticallyMergesChangesFromParent = true
        let other = container.newContext()
        let dora = other.insert("Person", ["name": "Dora"])
        try other.save()
        let mine = try context.existingObject(with: dora.objectID)
        context.processPendingChanges()
        ann.setValue("Anne", forKey: "name")
        dora.setValue("Doris", forKey: "name")
        try other.save()
        store.startAccount()
        try await context.saveAsynchronously()
        #expect(store.account.questionCount > 0 && store.mainActorCallCount == 0)
        #expect(mine.text("name") == "Doris" && !context.hasChanges)
        #expect(try storedNames() == ["Anne", "Cleo", "Doris"])
    }

    @Test("The main actor asks nothing for a count that waits for a save, even if the save has to merge")
    func waitingForMerge() async throws {
        let (context, ann, _) = try changedContext()
        context.mergePolicy = .mergeByPropertyObjectTrump
        let other = container.newContext()
        try other.existingObject(with: ann.objectID).setValue("Rome", forKey: "city")
        try other.save()
        store.startAccount()
        let save = try await heldSave(of: context)
        let count = try await context.countAsynchronously(for: FetchRequest<ManagedObject>(entityName: "Person"))
        try await save.value
        #expect(store.account.questionCount > 0 && store.mainActorCallCount == 0)
        #expect(count == 2 && ann.text("name") == "Anna" && ann.text("city") == "Rome")
    }

    /// What a context and others do, so that the save has to merge.
    enum Conflict: CaseIterable {
        /// Both move a note.
        case moving
        /// Others move a note that the context deletes.
        case deleting
        /// Others delete a note that the context changes, so that it is stored again.
        case storingAgain
        /// Others change a notebook that the context deletes with its note.
        case deletingMore
        /// Both insert a badge with one code.
        case equal
    }

    @Test(
        "The main actor asks nothing for the merge of a save with new objects and changes of the same links",
        arguments: Conflict.allCases, [MergePolicy.MergeType.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump])
    func merging(_ conflict: Conflict, _ type: MergePolicy.MergeType) async throws {
        let filling = container.newContext()
        let stored = ["Travel", "Trips", "Tours"].map { filling.insert("Notebook", ["title": $0]) }
        filling.insert("Note", ["content": "Oslo", "grams": 3, "notebook": stored[0]])
        try filling.save()
        let context = container.newContext()
        context.mergePolicy = MergePolicy(type)
        let note = try #require(context.objects("Note").first)
        let notebooks = stored.map(context.twin)
        try context.load(notebooks, relationshipKeyPaths: ["notes"])
        context.insert("Note", ["content": "Rome"]).setValue(notebooks[1], forKey: "notebook")
        let others = container.newContext()
        let theirs = others.twin(note)
        switch conflict {
        case .moving:
            note.setValue(notebooks[1], forKey: "notebook")
            theirs.setValue(others.twin(notebooks[2]), forKey: "notebook")
        case .deleting:
            context.delete(note)
            theirs.setValue(others.twin(notebooks[2]), forKey: "notebook")
        case .storingAgain:
            note.setValue("Bergen", forKey: "content")
            others.delete(theirs)
        case .deletingMore:
            context.delete(notebooks[0])
            others.twin(notebooks[0]).setValue("Travels", forKey: "title")
        case .equal:
            context.insert("Badge", ["code": 1, "zone": "own"])
            others.insert("Badge", ["code": 1, "zone": "theirs"])
        }
        try others.save()
        store.startAccount()
        try await context.saveAsynchronously()
        let isOwn = type == .mergeByPropertyObjectTrump
        // The other sides of others' links, which the save has found out.
        let hasOthersLinks = !isOwn && (conflict == .moving || conflict == .deleting)
        #expect(store.account.questionCount > 0 && (hasOthersLinks || store.mainActorCallCount == 0))
        #expect(!context.hasChanges)
        let later = container.newContext()
        let places = try later.objects("Note").map { [$0.text("content"), $0.member("notebook")?.text("title")] }
        let oslo: [String?]? =
            switch conflict {
            case .moving: ["Oslo", isOwn ? "Trips" : "Tours"]
            case .deleting: isOwn ? nil : ["Oslo", "Tours"]
            case .storingAgain: isOwn ? ["Bergen", "Travel"] : nil
            case .deletingMore: isOwn ? nil : ["Oslo", "Travels"]
            case .equal: ["Oslo", "Travel"]
            }
        #expect(Set(places) == Set([["Rome", "Trips"], oslo].compactMap { $0 }))
        let badges = try later.objects("Badge").map { $0.text("zone") }
        #expect(badges == (conflict == .equal ? [isOwn ? "own" : "theirs"] : []))
    }

    @Test("A canceled task does not begin a save, and the changes stay")
    func canceling() async throws {
        let (context, ann, _) = try changedContext()
        let save = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await context.saveAsynchronously()
        }
        await #expect(throws: CancellationError.self) { try await save.value }
        #expect(context.hasChanges && ann.text("name") == "Anna")
        try await context.saveAsynchronously()
        #expect(try storedNames() == ["Anna", "Cleo"])
    }

    @Test("A save of a child goes to its parent, and one without changes does nothing")
    func children() async throws {
        let (context, ann, _) = try changedContext()
        try await context.saveAsynchronously()
        let dora = context.insert("Person", ["name": "Dora"])
        try await context.saveAsynchronously()
        #expect(!dora.objectID.isTemporaryID && !dora.isInserted)
        context.delete(dora)
        let child = ManagedObjectContext(parent: context)
        try child.existingObject(with: ann.objectID).setValue("Child", forKey: "name")
        try await child.saveAsynchronously()
        #expect(!child.hasChanges && ann.text("name") == "Child" && context.hasChanges)
        try await context.saveAsynchronously()
        store.startAccount()
        try await context.saveAsynchronously()
        #expect(store.account.questionCount == 0)
        #expect(try storedNames() == ["Child", "Cleo"])
    }

    @Test("The main actor asks nothing of the store for derived values, nor for a merge with what others have saved")
    func askingElsewhere() async throws {
        let filling = container.newContext()
        let notebook = filling.insert("Notebook", ["title": "Travel"])
        for grams in [3, 4] { filling.insert("Note", ["grams": grams]).setValue(notebook, forKey: "notebook") }
        try filling.save()
        let notebookID = notebook.objectID
        let context = container.newContext()
        context.mergePolicy = .mergeByPropertyObjectTrump
        let note = try #require(context.objects("Note").first { $0.value(forKey: "grams") as? Int32 == 3 })
        // A change of a note affects a value of its notebook, which the context has not read.
        note.setValue(10, forKey: "grams")
        store.startAccount()
        try await context.saveAsynchronously()
        #expect(store.account.questionCount > 0 && store.mainActorCallCount == 0)
        func weight() throws -> Int64? {
            try container.newContext().existingObject(with: notebookID).value(forKey: "weight") as? Int64
        }
        #expect(try weight() == 14)
        // Others change the same note, and the title that it copies.
        let other = container.newContext()
        try other.existingObject(with: note.objectID).setValue("theirs", forKey: "content")
        try other.existingObject(with: notebookID).setValue("Trips", forKey: "title")
        try other.save()
        note.setValue(20, forKey: "grams")
        store.startAccount()
        try await context.saveAsynchronously()
        #expect(store.account.questionCount > 0 && store.mainActorCallCount == 0)
        #expect(try weight() == 24 && note.text("content") == "theirs")
        #expect(note.text("notebookTitle") == "Trips")
    }
}
