import ObjectGraph
import Testing

/// What random changes have found, each as small as it can be told.
struct FoundCaseTests {
    @Test("CHD-12 a child does not fetch what its parent has deleted")
    func deletedInTheParent() throws {
        let context = try makeContext(.rules)
        let note = try savedNote(in: context)
        context.delete(note)
        #expect(try ManagedObjectContext(parent: context).fetch(FetchRequest<RuleNote>()).isEmpty)
    }

    @Test("CHD-18 what a child removes from an object before deleting the object remains in the parent")
    func savedFromACascade() throws {
        let context = try makeContext(.rules)
        let (notebook, other) = (RuleNotebook(context: context), RuleNotebook(context: context))
        let page = RulePage(context: context)
        notebook.pages = [page]
        try context.save()
        let child = ManagedObjectContext(parent: context)
        let own = try #require(try child.own(page))
        own.notebook = try child.own(other)
        child.delete(try #require(try child.own(notebook)))
        try child.save()
        #expect(!page.isDeleted && page.notebook === other)
        #expect(notebook.isDeleted)
    }

    @Test("UND-5 undoing brings back a link to a deleted object, which still reads as nil")
    func linksToDeletedObjects() throws {
        let context = try makeContext(.awkward)
        context.undoHistory = UndoHistory()
        let pointer = context.insertNewObject(forEntityName: "Pointer")
        let targets = (0..<2).map { _ in context.insertNewObject(forEntityName: "Target") }
        pointer.setValue(targets[0], forKey: "target")
        try context.save()
        context.delete(targets[0])
        context.processPendingChanges()
        pointer.setValue(targets[1], forKey: "target")
        context.undo()
        #expect(pointer.value(forKey: "target") == nil)
        context.undo()
        #expect(pointer.value(forKey: "target") as? ManagedObject === targets[0])
    }

    @Test("CTX-14 nothing refers to an object that was inserted and deleted before a save")
    func linksToDroppedObjects() throws {
        let context = try makeContext(.awkward)
        let pointer = context.insertNewObject(forEntityName: "Pointer")
        let targets = (0..<3).map { _ in context.insertNewObject(forEntityName: "Target") }
        pointer.setValue([targets[0], targets[1]], forKey: "targets")
        context.delete(targets[0])
        try context.save()
        pointer.mutableSetValue(forKey: "targets").insert(targets[2])
        try context.save()
        #expect(pointer.members("targets") == [targets[1], targets[2]])
        context.refreshAllObjects()
        #expect(pointer.members("targets") == [targets[1], targets[2]])
    }

    @Test(
        "CHD-4 a child that refers to an object that it inserted and deleted meets no conflict",
        arguments: ["target", "targets"])
    func linksToObjectsDroppedInAChild(_ key: String) throws {
        let context = try makeContext(.awkward)
        let pointer = context.insertNewObject(forEntityName: "Pointer")
        let child = ManagedObjectContext(parent: context)
        let own = child.object(with: pointer.objectID)
        do {
            let target = child.insertNewObject(forEntityName: "Target")
            own.setValue(key == "target" ? target : [target], forKey: key)
            child.delete(target)
        }
        try child.save()
        try context.save()
        context.refreshAllObjects()
        #expect(pointer.value(forKey: "target") == nil && pointer.members("targets").isEmpty)
    }

    @Test("UND-4 and DEL-7 undoing brings back what denies a deletion")
    func denialsAreUndone() throws {
        let context = try makeContext(.rules)
        let (keeper, other, kept) = (
            RuleKeeper(context: context), RuleKeeper(context: context), RuleKeeper(context: context)
        )
        keeper.kept = [kept]
        try context.save()
        context.undoHistory = UndoHistory()
        context.delete(keeper)
        context.processPendingChanges()
        other.kept = [kept]
        context.undo()
        #expect(validationErrors { try context.save() }?.map(\.code) == [.relationshipDeniedDelete])
    }

    @Test("UND-4 and DEL-7 undoing brings back what denies a deletion, also after a refresh")
    func denialsAreUndoneAfterRefreshing() throws {
        let context = try makeContext(.rules)
        let keeper = RuleKeeper(context: context)
        try context.save()
        context.undoHistory = UndoHistory()
        let kept = RuleKeeper(context: context)
        keeper.kept = [kept]
        context.processPendingChanges()
        context.delete(keeper)
        context.processPendingChanges()
        context.delete(kept)
        context.processPendingChanges()
        context.refreshAllObjects()
        context.undo()
        #expect(validationErrors { try context.save() }?.map(\.code) == [.relationshipDeniedDelete])
    }

    @Test("UND-2 and FLT-9 a change to an object that has become a fault is undone and redone")
    func faultsAreRedone() throws {
        let context = try makeContext(.rules)
        let note = try savedNote(in: context)
        note.rank = 1
        try context.save()
        context.undoHistory = UndoHistory()
        note.title = "New"
        context.undo()
        context.refreshAllObjects()
        #expect(note.isFault)
        context.redo()
        #expect(note.title == "New")
        try context.save()
        #expect(try context.reread(note) { $0.title } == "New")
    }
}
