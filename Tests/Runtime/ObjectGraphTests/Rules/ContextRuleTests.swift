import ModelExpressions
import ObjectGraph
import Testing

/// Rules CTX-7 to CTX-37: saving, refreshing, processing changes.
struct ContextRuleTests {
    private let context: ManagedObjectContext
    private let note: RuleNote

    init() throws {
        context = try makeContext(.rules)
        note = try savedNote(in: context)
    }

    @Test("CTX-7 checking for changes avoids a second save")
    func savingWhenThereAreChanges() throws {
        func saveIfNeeded() throws { if context.hasChanges { try context.save() } }
        note.title = "New"
        try saveIfNeeded()
        let generation = context.persistentStoreCoordinator.committedState.generation
        try saveIfNeeded()
        #expect(context.persistentStoreCoordinator.committedState.generation == generation)
        #expect(note.calls.filter { $0 == "willSave" }.count == 1)
    }

    @Test("CTX-8 the order of a save")
    func orderOfASave() throws {
        let new = RuleNote(context: context)
        var steps: [String] = []
        let coordinator = context.persistentStoreCoordinator
        let observation = context.observe { event in
            switch event {
            case .objectsDidChange: steps.append("changes processed")
            case .willSave: steps.append("will save")
            case .didSave: steps.append("did save")
            case .didFailToRead(let error): Issue.record(error)
            }
        }
        let generation = coordinator.committedState.generation
        new.whenSaving = { _ in steps.append("willSave") }
        new.whenValidating = { note in
            steps.append(note.objectID.isTemporaryID ? "validation, temporary identity" : "validation")
            #expect(coordinator.committedState.generation == generation)
        }
        new.whenSaved = { note in
            steps.append(note.objectID.isTemporaryID || note.hasChanges ? "didSave" : "didSave, settled")
            #expect((try? coordinator.committedState.contains(note.objectID)) == true)
        }
        try context.save()
        #expect(
            steps == [
                "changes processed", "will save", "willSave", "validation, temporary identity", "didSave, settled",
                "did save",
            ])
        observation.cancel()
    }

    @Test("CTX-19 a reset posts one event that all objects are invalid")
    func resetting() {
        var changes: [ObjectChanges] = []
        let observation = context.observe { if case .objectsDidChange(let change) = $0 { changes.append(change) } }
        note.title = "New"
        context.reset()
        #expect(changes.count == 1)
        #expect(changes.first?.invalidatedAllObjects == true)
        #expect(changes.first?.updated.isEmpty == true && changes.first?.invalidated.isEmpty == true)
        #expect(context.registeredObjects.isEmpty && !context.hasChanges)
        observation.cancel()
    }

    @Test("CTX-20 refreshing without merging drops the change")
    func refreshingWithoutMerging() {
        note.title = "New"
        context.refresh(note, mergeChanges: false)
        #expect(note.isFault)
        #expect(context.updatedObjects.isEmpty && !context.hasChanges)
        #expect(note.title == "Old")
    }

    @Test("CTX-21 refreshing with merging keeps the change on top of what others have saved")
    func refreshingWithMerging() throws {
        let other = try context.sibling()
        try #require(try other.own(note)).content = "theirs"
        try other.save()
        note.title = "New"
        context.refresh(note, mergeChanges: true)
        #expect(note.title == "New" && note.content == "theirs")
        #expect(context.updatedObjects == [note])
        #expect(note.committedValues(forKeys: ["title"])["title"] as? String == "Old")
        try context.save()
        #expect(try context.reread(note) { $0.content } == "theirs")
    }

    @Test("CTX-22 refreshing all objects keeps references and changes")
    func refreshingAll() throws {
        let second = RuleNote(context: context)
        try context.save()
        let other = try context.sibling()
        for object in [note, second] { try #require(try other.own(object)).content = "theirs" }
        try other.save()
        note.title = "New"
        let new = RuleNote(context: context)
        context.refreshAllObjects()
        #expect(note.title == "New" && note.content == "theirs")
        #expect(second.content == "theirs")
        #expect(context.updatedObjects == [note] && context.insertedObjects == [new])
    }

    @Test("CTX-23 refreshing a new object does nothing", arguments: [true, false])
    func refreshingANewObject(_ mergeChanges: Bool) {
        let new = RuleNote(context: context)
        new.title = "New"
        context.refresh(new, mergeChanges: mergeChanges)
        #expect(new.title == "New" && new.isInserted && !new.isFault)
    }

    @Test("CTX-24 processing reports all changes at once, and makes them one undo group")
    func processingChanges() throws {
        context.undoHistory = UndoHistory()
        var changes: [ObjectChanges] = []
        let observation = context.observe { if case .objectsDidChange(let change) = $0 { changes.append(change) } }
        let notebook = RuleNotebook(context: context)
        note.notebook = notebook
        note.title = "New"
        context.processPendingChanges()
        #expect(changes.count == 1)
        #expect(changes.first?.inserted == [notebook])
        #expect(changes.first?.updated == [note])
        #expect(notebook.notes.contains(note))
        context.undo()
        #expect(note.title == "Old" && note.notebook == nil)
        #expect(context.insertedObjects.isEmpty)
        observation.cancel()
    }

    @Test("CTX-25 without changes, processing posts no event")
    func processingNothing() throws {
        var count = 0
        let observation = context.observe { _ in count += 1 }
        context.processPendingChanges()
        #expect(count == 0)
        observation.cancel()
    }

    @Test("CTX-29 an unchanged object can be included in the conflict check")
    func detectingConflicts() throws {
        let second = RuleNote(context: context)
        try context.save()
        context.detectConflicts(for: note)
        second.title = "Mine"
        let other = try context.sibling()
        try #require(try other.own(note)).title = "Theirs"
        try other.save()
        #expect(throws: MergeConflictError(objectIDs: [note.objectID])) { try context.save() }
        #expect(second.title == "Mine" && context.hasChanges)
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()
        #expect(note.title == "Theirs")
        #expect(try context.reread(second) { $0.title } == "Mine")
    }

    @Test("CTX-29 the check is for one save")
    func detectingConflictsOnce() throws {
        let second = RuleNote(context: context)
        try context.save()
        context.detectConflicts(for: note)
        second.title = "1"
        try context.save()
        let other = try context.sibling()
        try #require(try other.own(note)).title = "Theirs"
        try other.save()
        second.title = "2"
        try context.save()
    }

    @Test("CTX-31 the count is that of a fetch")
    func counting() throws {
        _ = RuleNote(context: context)
        var request = FetchRequest<RuleNote>()
        #expect(try context.count(for: request) == context.fetch(request).count)
        request.fetchLimit = 1
        #expect(try context.count(for: request) == 1)
        context.delete(note)
        request.fetchLimit = 0
        #expect(try context.count(for: request) == 1)
        #expect(try context.count(for: FetchRequest<RuleNote>(predicate: .format("title == %@", "None"))) == 0)
    }

    @Test("CTX-31 the count of a request for dictionaries is the number of stored objects, groups, or distinct rows")
    func countingDictionaries() throws {
        let context = try makeContext(.rules)
        for title in ["a", "b", "b"] { RuleNote(context: context).title = title }
        try context.save()
        RuleNote(context: context).title = "c"
        var request = FetchRequest<RuleNote>()
        request.resultType = .dictionaries
        func expectCount(_ count: Int, _ comment: Comment) throws {
            #expect(try context.fetchDictionaries(request).count == count, comment)
            #expect(try context.count(for: request) == count, comment)
        }
        try expectCount(3, "stored objects")
        request.predicate = try .format("title != 'a'")
        try expectCount(2, "those that match")
        request.fetchLimit = 1
        try expectCount(1, "a limit")
        request.fetchLimit = 0
        request.predicate = nil
        request.fetchOffset = 1
        try expectCount(2, "an offset")
        request.fetchOffset = 0
        request.propertiesToFetch = ["title"]
        try expectCount(3, "selected properties")
        request.returnsDistinctResults = true
        try expectCount(2, "distinct rows")
        request.returnsDistinctResults = false
        request.propertiesToGroupBy = ["title"]
        try expectCount(2, "groups")
        request.propertiesToGroupBy = []
        request.propertiesToFetch = []
        request.expressionsToFetch = [
            FetchedExpression(name: "total", expression: try ModelExpression(format: "sum:(rank)"))
        ]
        try expectCount(1, "a function of all objects")
    }

    @Test("CTX-32 a context keeps its name, author and user info")
    func descriptionOfAContext() {
        #expect(context.name == nil && context.transactionAuthor == nil && context.userInfo.isEmpty)
        context.name = "import"
        context.transactionAuthor = "server"
        context.userInfo["run"] = 3
        #expect(context.name == "import" && context.transactionAuthor == "server")
        #expect(context.userInfo["run"] as? Int == 3)
    }

    @Test("CTX-35 no context follows others on its own")
    @MainActor func notFollowing() throws {
        #expect(!context.automaticallyMergesChangesFromParent)
        #expect(!ManagedObjectContext(parent: context).automaticallyMergesChangesFromParent)
        #expect(!(try makeContainer(.rules).viewContext.automaticallyMergesChangesFromParent))
    }

    @Test("CTX-36 a refreshed fault reads the committed values, whatever the interval", arguments: [-1, 0, 1e9])
    func staleness(_ interval: Double) throws {
        #expect(context.stalenessInterval == -1)
        context.stalenessInterval = interval
        let other = try context.sibling()
        try #require(try other.own(note)).title = "Theirs"
        try other.save()
        context.refresh(note, mergeChanges: false)
        #expect(note.title == "Theirs")
    }

    @Test("CTX-40 a fetch can refresh unchanged objects")
    func refreshingFetches() throws {
        let second = RuleNote(context: context)
        try context.save()
        let other = try context.sibling()
        for object in [note, second] { try #require(try other.own(object)).content = "theirs" }
        try other.save()
        second.title = "Mine"
        var request = FetchRequest<RuleNote>()
        _ = try context.fetch(request)
        #expect(note.content == nil)
        request.shouldRefreshRefetchedObjects = true
        #expect(try context.fetch(request) == [note, second])
        #expect(note.content == "theirs")
        #expect(second.content == nil && second.title == "Mine")
    }

    @Test("OBJ-35 a context can be set to keep all of its objects alive")
    func retainingObjects() throws {
        let other = try context.sibling()
        _ = try other.fetch(FetchRequest<RuleNote>())
        #expect(other.registeredObjects.isEmpty)
        other.retainsRegisteredObjects = true
        _ = try other.fetch(FetchRequest<RuleNote>())
        #expect(other.registeredObjects.count == 1)
        other.retainsRegisteredObjects = false
        #expect(other.registeredObjects.isEmpty)
    }
}
