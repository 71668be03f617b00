import ObjectGraph
import Testing

/// Rules OBJ-24 to OBJ-38: the hooks of an object's life, and values of special kinds.
struct SavingRuleTests {
    private let context: ManagedObjectContext
    private let note: RuleNote

    init() throws {
        context = try makeContext(.rules)
        note = try savedNote(in: context)
    }

    @Test("OBJ-24 a value set when a fault awakens isn't a change, and doesn't update the inverse")
    func writingInAwakeFromFetch() throws {
        RuleNotebook(context: context).title = "Diary"
        try context.save()
        let other = try context.sibling()
        let fetched = try #require(try other.fetch(FetchRequest<RuleNote>()).first)
        let notebook = try #require(try other.fetch(FetchRequest<RuleNotebook>()).first)
        RuleNote.whenAwaking({ note in
            note.rank = 40
            note.notebook = try? note.managedObjectContext?.fetch(FetchRequest<RuleNotebook>()).first
        }) {
            #expect(fetched.title == "Old")
        }
        #expect(fetched.calls == ["awakeFromFetch"])
        #expect(fetched.rank == 40)
        #expect(fetched.notebook === notebook)
        #expect(notebook.notes.isEmpty)
        #expect(!fetched.hasChanges && !other.hasChanges)
        _ = fetched.content
        #expect(fetched.calls == ["awakeFromFetch"])
    }

    @Test("OBJ-26 willSave and didSave reach new, changed and deleted objects")
    func hooksOfEveryKind() throws {
        let (new, deleted) = (RuleNote(context: context), RuleNote(context: context))
        try context.save()
        for note in [new, deleted] { note.calls = [] }
        let newest = RuleNote(context: context)
        new.title = "changed"
        context.delete(deleted)
        try context.save()
        #expect(newest.calls == ["awakeFromInsert", "willSave", "validateForInsert", "didSave"])
        #expect(new.calls == ["willSave", "validateForUpdate", "didSave"])
        #expect(deleted.calls == ["prepareForDeletion", "willSave", "validateForDelete", "didSave"])
        #expect(note.calls.isEmpty)
    }

    @Test("OBJ-27 and OBJ-29 a conditional change in willSave takes one more round, and is saved")
    func changingInWillSave() throws {
        note.whenSaving = { note in if note.content == nil { note.content = "stamp" } }
        note.rank = 1
        try context.save()
        #expect(note.calls.filter { $0 == "willSave" }.count == 2)
        #expect(try context.reread(note) { $0.content } == "stamp")
        #expect(!context.hasChanges)
    }

    @Test("OBJ-28 a hook that always changes something fails the save")
    func changingForEver() throws {
        note.whenSaving = { $0.rank += 1 }
        note.content = "new"
        #expect(throws: SaveLoopError.self) { try context.save() }
        #expect(note.calls.filter { $0 == "willSave" }.count == 1000)
        #expect(context.hasChanges)
        note.whenSaving = nil
        try context.save()
        #expect(try context.reread(note) { $0.content } == "new")
    }

    @Test("A save that a hook or a validation of a save begins fails, and the first one writes everything")
    func savingInHooks() throws {
        var refusals: [any Error] = []
        note.whenSaving = { [context] note in
            if note.content == nil { note.content = "stamp" }
            do { try context.save() } catch { refusals.append(error) }
        }
        note.rank = 1
        try context.save()
        #expect(!refusals.isEmpty && refusals.allSatisfy { $0 is SaveLoopError && "\($0)".contains("inner call") })
        #expect(!context.hasChanges)
        #expect(try context.reread(note) { $0.content } == "stamp")
        note.whenSaving = nil
        note.whenValidating = { [context] _ in try context.save() }
        note.rank = 2
        #expect(throws: SaveLoopError.self) { try context.save() }
        #expect(context.hasChanges)
        note.whenValidating = nil
        try context.save()
        #expect(try context.reread(note) { $0.rank } == 2)
    }

    @Test("OBJ-30 an object inserted in willSave is part of the save")
    func insertingInWillSave() throws {
        var made: RuleNote?
        note.whenSaving = { [context] _ in if made == nil { made = RuleNote(context: context) } }
        note.rank = 1
        try context.save()
        let inserted = try #require(made)
        #expect(inserted.calls == ["awakeFromInsert", "willSave", "validateForInsert", "didSave"])
        #expect(try context.reread(inserted) { $0.rank } == 7)
    }

    @Test("OBJ-31 a change in didSave belongs to the next save")
    func changingInDidSave() throws {
        note.whenSaved = { note in if note.content == nil { note.content = "later" } }
        note.rank = 1
        try context.save()
        #expect(context.hasChanges)
        #expect(note.changedValues()["content"] as? String == "later")
        #expect(try context.reread(note) { $0.content } == nil)
        try context.save()
        #expect(try context.reread(note) { $0.content } == "later")
    }

    @Test("OBJ-36 and CTX-6 a transient value is a change, but nothing is written for it")
    func transientValues() throws {
        let generation = context.persistentStoreCoordinator.committedState.generation
        note.draft = "draft"
        #expect(note.isUpdated && context.hasChanges)
        #expect(!note.hasPersistentChangedValues)
        #expect(note.changedValues()["draft"] as? String == "draft")
        try context.save()
        #expect(!context.hasChanges)
        #expect(context.persistentStoreCoordinator.committedState.generation == generation)
        #expect(note.draft == "draft")
        #expect(try context.reread(note) { $0.draft } == nil)
        context.refresh(note, mergeChanges: false)
        #expect(note.draft == nil)
    }

    @Test("OBJ-37 changing a value in place isn't a change")
    func transformableValues() throws {
        let payload = RulePayload()
        payload.words = ["one"]
        note.payload = payload
        try context.save()
        #expect(try context.reread(note) { $0.payload?.words } == ["one"])
        let read = try #require(note.payload)
        read.words = ["other"]
        #expect(!note.hasChanges && !context.hasChanges)
        #expect(note.payload?.words == ["one"])
    }

    @Test("OBJ-38 an object is told which event restored its values")
    func snapshotEvents() throws {
        context.undoHistory = UndoHistory()
        note.title = "New"
        context.refresh(note, mergeChanges: true)
        #expect(note.events == [.refresh])
        context.undo()
        #expect(note.events == [.refresh, .undoUpdate])
        context.delete(note)
        context.undo()
        #expect(note.events.last == .undoDeletion)
        let new = RuleNote(context: context)
        context.undo()
        #expect(new.events == [.undoInsertion])
        note.title = "Newer"
        context.rollback()
        #expect(note.events.last == .rollback)
    }

    @Test(
        "NTF-1 and NTF-4 a save that fails leaves what validation has changed to the next event",
        arguments: [false, true])
    func changesOfAFailedSave(isAsynchronous: Bool) async throws {
        let others = try context.sibling()
        try #require(try others.own(note)).content = "theirs"
        try others.save()
        note.title = "New"
        note.whenValidating = { $0.rank = 5 }
        context.processPendingChanges()
        var changes: [ObjectChanges] = []
        let observation = context.observe { if case .objectsDidChange(let change) = $0 { changes.append(change) } }
        do {
            if isAsynchronous { try await context.saveAsynchronously() } else { try context.save() }
            Issue.record("others have saved the note")
        } catch is MergeConflictError {}
        context.processPendingChanges()
        #expect(note.rank == 5 && context.updatedObjects == [note])
        #expect(changes.map(\.updated) == [[note]] && changes.map(\.inserted) == [[]])
        context.processPendingChanges()
        #expect(changes.count == 1)
        observation.cancel()
    }

    @Test("NTF-1 a context that follows others is not told of its own insertions again, though others saved in between")
    func ownInsertions() throws {
        let container = try PersistentContainer(model: .rules, store: .tested)
        let (own, others) = (container.newContext(), container.newContext())
        own.automaticallyMergesChangesFromParent = true
        var inserted: [ManagedObject] = []
        let observation = own.observe { event in
            if case .objectsDidChange(let change) = event { inserted += change.inserted }
        }
        let note = RuleNote(context: own)
        // After the save has merged what others have saved, and before it writes.
        note.whenValidating = { note in
            note.whenValidating = nil
            others.insert("Tag")
            try others.save()
        }
        try own.save()
        own.processPendingChanges()
        #expect(inserted.map(\.entity.name) == ["Note", "Tag"])
        own.processPendingChanges()
        #expect(inserted.count == 2)
        observation.cancel()
    }
}
