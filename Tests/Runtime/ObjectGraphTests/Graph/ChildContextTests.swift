import ObjectGraph
import Synchronization
import Testing

/// Rules CHD-1 to CHD-21: contexts that stand on other contexts.
struct ChildContextTests {
    let main: ManagedObjectContext
    let notebook: ManagedObject
    let note: ManagedObject

    init() throws {
        main = try Office.context()
        notebook = main.insert("Notebook", ["title": "first"])
        note = main.insert("Note", ["content": "one", "notebook": notebook])
        try main.save()
    }

    @Test("CHD-1 a child has its parent's coordinator")
    func coordinator() {
        let child = ManagedObjectContext(parent: main)
        #expect(child.parent === main)
        #expect(child.persistentStoreCoordinator === main.persistentStoreCoordinator)
    }

    @Test("CHD-2 and ID-14 a child has its own instance with the parent's values, unsaved ones among them")
    func ownInstance() {
        notebook.setValue("unsaved", forKey: "title")
        let child = ManagedObjectContext(parent: main)
        let twin = child.twin(notebook)
        #expect(twin !== notebook)
        #expect(twin.objectID == notebook.objectID)
        #expect(twin.text("title") == "unsaved")
        #expect(twin.members("notes") == [child.twin(note)])
    }

    @Test("CHD-3, CHD-4 and CHD-5 a change goes one level up with each save")
    func levels() throws {
        let child = ManagedObjectContext(parent: main)
        child.twin(notebook).setValue("changed", forKey: "title")
        #expect(notebook.text("title") == "first")
        try child.save()
        #expect(!child.hasChanges)
        #expect(notebook.text("title") == "changed")
        #expect(main.hasChanges)
        #expect(main.afresh { $0.twin(notebook).text("title") } == "first")
        try main.save()
        #expect(main.afresh { $0.twin(notebook).text("title") } == "changed")
    }

    @Test("CHD-6 a child that is released leaves no trace")
    func scratchPad() {
        do {
            let child = ManagedObjectContext(parent: main)
            child.twin(notebook).setValue("scribble", forKey: "title")
            child.insert("Note", ["notebook": child.twin(notebook)])
        }
        #expect(!main.hasChanges)
        #expect(notebook.text("title") == "first")
        #expect(notebook.members("notes") == [note])
    }

    @Test("CHD-7 an insertion becomes the parent's own, temporary until the parent saves")
    func insertion() throws {
        let child = ManagedObjectContext(parent: main)
        let new = child.insert("Note", ["content": "two", "notebook": child.twin(notebook)])
        try child.save()
        let parents = try #require(main.insertedObjects.first)
        #expect(parents !== new)
        #expect(parents.objectID.isTemporaryID)
        #expect(parents.text("content") == "two")
        #expect(notebook.members("notes") == [note, parents])
        try main.save()
        #expect(!parents.objectID.isTemporaryID)
        #expect(try main.afresh { try $0.objects("Note").count } == 2)
    }

    @Test("CHD-8 a deletion marks the parent's instance, and the parent's save removes it")
    func deletion() throws {
        let child = ManagedObjectContext(parent: main)
        child.delete(child.twin(note))
        #expect(!note.isDeleted)
        try child.save()
        #expect(note.isDeleted)
        #expect(try main.afresh { try $0.objects("Note").count } == 1)
        try main.save()
        #expect(try main.afresh { try $0.objects("Note").isEmpty })
    }

    @Test("CHD-10 a child keeps what it has read, unless it follows the parent's saves", arguments: [false, true])
    func following(automatically: Bool) throws {
        let child = ManagedObjectContext(parent: main)
        child.automaticallyMergesChangesFromParent = automatically
        let twin = child.twin(notebook)
        #expect(twin.text("title") == "first")
        notebook.setValue("later", forKey: "title")
        #expect(twin.text("title") == "first")
        try main.save()
        #expect(twin.text("title") == (automatically ? "later" : "first"))
    }

    @Test(
        "CTX-21 and CTX-22 refreshing a child's objects that its parent has not saved keeps their changes",
        arguments: [false, true])
    func refreshingUnsaved(all: Bool) throws {
        let edited = main.insert("Note", ["content": "new", "grams": Int32(1)])
        let removed = main.insert("Note", ["content": "superfluous"])
        let child = ManagedObjectContext(parent: main)
        let (twin, other) = (child.twin(edited), child.twin(removed))
        twin.setValue("edited", forKey: "content")
        child.delete(other)
        edited.setValue(Int32(2), forKey: "grams")
        if all {
            child.refreshAllObjects()
        } else {
            for object in [twin, other] { child.refresh(object, mergeChanges: true) }
        }
        #expect(twin.text("content") == "edited" && twin.number("grams") == 2 && !twin.isDeleted)
        #expect(child.updatedObjects == [twin] && child.deletedObjects == [other])
        try child.save()
        #expect(edited.text("content") == "edited" && edited.number("grams") == 2)
        #expect(main.insertedObjects == [edited])
    }

    @Test("CHD-11 the child's save wins over unsaved changes of the parent")
    func winning() throws {
        let child = ManagedObjectContext(parent: main)
        child.twin(notebook).setValue("child", forKey: "title")
        notebook.setValue("parent", forKey: "title")
        try child.save()
        #expect(notebook.text("title") == "child")
        try main.save()
    }

    @Test("CHD-11 a destination that a child removes is removed, even if its parent has set another one")
    func removingDestinations() throws {
        let other = main.insert("Notebook", ["title": "second"])
        try main.save()
        let child = ManagedObjectContext(parent: main)
        let (twin, twinOfNotebook) = (child.twin(note), child.twin(notebook))
        twin.setValue(nil, forKey: "notebook")
        note.setValue(other, forKey: "notebook")
        try child.save()
        #expect(note.member("notebook") == nil && twin.member("notebook") == nil)
        #expect(notebook.members("notes").isEmpty && other.members("notes").isEmpty)
        #expect(twinOfNotebook.members("notes").isEmpty)
        try main.save()
        #expect(main.afresh { $0.twin(note).member("notebook")?.objectID } == nil)
    }

    @Test("CHD-12 a child's fetch includes the parent's unsaved insertions, but not its deletions")
    func fetching() throws {
        main.insert("Note", ["content": "unsaved"])
        main.delete(note)
        let child = ManagedObjectContext(parent: main)
        #expect(try child.objects("Note").map { $0.text("content") } == ["unsaved"])
        #expect(try child.count(for: FetchRequest<ManagedObject>(entityName: "Note")) == 1)
    }

    @Test("CHD-13 rolling back a child doesn't affect the parent")
    func rollingBack() {
        notebook.setValue("unsaved", forKey: "title")
        let child = ManagedObjectContext(parent: main)
        let twin = child.twin(notebook)
        twin.setValue("scribble", forKey: "title")
        child.rollback()
        #expect(twin.text("title") == "unsaved")
        #expect(notebook.text("title") == "unsaved")
        #expect(main.hasChanges)
    }

    @Test("CHD-14 and VAL-26 a child's save validates, and leaves the parent alone when it fails")
    func validating() throws {
        let child = ManagedObjectContext(parent: main)
        child.insert("Chair")
        #expect(validationErrors { try child.save() }?.map(\.code) == [.missingMandatoryProperty])
        #expect(!main.hasChanges)
        #expect(child.hasChanges)
    }

    @Test("CHD-15 three levels: each save goes one level")
    func threeLevels() throws {
        let child = ManagedObjectContext(parent: main)
        let grandchild = ManagedObjectContext(parent: child)
        grandchild.twin(notebook).setValue("deep", forKey: "title")
        grandchild.insert("Note", ["content": "deep", "notebook": grandchild.twin(notebook)])
        try grandchild.save()
        #expect(child.twin(notebook).text("title") == "deep")
        #expect(notebook.text("title") == "first")
        try child.save()
        #expect(notebook.text("title") == "deep")
        #expect(notebook.members("notes").count == 2)
        try main.save()
        #expect(main.afresh { $0.twin(notebook).members("notes").count } == 2)
    }

    @Test("CHD-16 hooks run in the child and in the parent, and the child's values take precedence")
    func awaking() throws {
        let model = ManagedObjectModel(
            Model(
                name: "Stamps",
                entities: [
                    Entity(name: "Stamp", attributes: [Attribute(name: "number", type: .integer32, isOptional: true)])
                ]), classes: ["Stamp": Stamp.self])
        let main = try PersistentContainer(model: model, store: .tested).newContext()
        let child = ManagedObjectContext(parent: main)
        let stamp = Stamp(context: child)
        let number = try #require(stamp.number("number"))
        try child.save()
        let parents = try #require(main.insertedObjects.first)
        #expect(parents.number("number") == number)
        #expect((parents as? Stamp)?.awakeCount == 1)
    }

    @Test("CHD-18 delete rules are applied in the child, and the parent receives the results")
    func cascade() throws {
        let child = ManagedObjectContext(parent: main)
        child.delete(child.twin(notebook))
        try child.save()
        #expect(main.deletedObjects == [notebook, note])
        try main.save()
        #expect(try main.afresh { try $0.objects("Note").isEmpty })
    }

    @Test("CHD-18 links made in both contexts are combined")
    func linksOfBoth() throws {
        let child = ManagedObjectContext(parent: main)
        let theirs = child.insert("Note", ["content": "child's"])
        theirs.setValue(child.twin(notebook), forKey: "notebook")
        let ours = main.insert("Note", ["content": "parent's", "notebook": notebook])
        try child.save()
        #expect(notebook.members("notes").count == 3)
        #expect(notebook.members("notes").contains(ours))
        try main.save()
        #expect(main.afresh { $0.twin(notebook).members("notes").count } == 3)
    }

    @Test("CHD-20 transient values are passed to the parent with their object")
    func transientValues() throws {
        let child = ManagedObjectContext(parent: main)
        child.insert("Person", ["name": "Ann", "mood": "fine"])
        try child.save()
        #expect(main.insertedObjects.first?.text("mood") == "fine")
    }

    @Test("CHD-21 the guard of the tutorial: a child without changes saves nothing")
    func guarding() throws {
        let child = ManagedObjectContext(parent: main)
        #expect(!child.hasChanges)
        child.twin(notebook).setValue("edited", forKey: "title")
        if child.hasChanges { try child.save() }
        if main.hasChanges { try main.save() }
        #expect(main.afresh { $0.twin(notebook).text("title") } == "edited")
    }

    @Test("CHD-9 what a child has read of its parent's changes refers to permanent identities")
    func readLinks() throws {
        let new = main.insert("Note", ["content": "two", "notebook": notebook])
        let child = ManagedObjectContext(parent: main)
        let (twin, other) = (child.twin(notebook), child.twin(new))
        #expect(twin.members("notes") == [child.twin(note), other])
        try main.save()
        #expect(twin.members("notes") == [child.twin(note), other])
        #expect(other.member("notebook") === twin)
        #expect(child.twin(new) === other && !other.objectID.isTemporaryID)
    }

    @Test("CHD-9 and FET-31 a predicate with a child's new object means it after the parent's save")
    func predicatesOfNewObjects() throws {
        let child = ManagedObjectContext(parent: main)
        let value: ConstantValue
        do {
            let new = child.insert("Notebook", ["title": "new"])
            _ = child.insert("Note", ["content": "two", "notebook": new])
            value = new.lastingPredicateValue
        }
        func found() throws -> [String?] {
            var request = FetchRequest<ManagedObject>(entityName: "Note")
            request.predicate = try .format("notebook == %@", value)
            return try child.fetch(request).map { $0.text("content") }
        }
        #expect(try found() == ["two"])
        try child.save()
        #expect(try found() == ["two"])
        // The child does not keep the object, which is unchanged.
        try main.save()
        #expect(try found() == ["two"])
    }

    @Test("ID-7 and FET-31 a predicate with a new object means it when it has its permanent ID, and after the save")
    func predicatesOfIdentifiedObjects() throws {
        let new = main.insert("Notebook", ["title": "new"])
        let added = main.insert("Note", ["content": "two", "notebook": new])
        let value = new.lastingPredicateValue
        func found() throws -> [ManagedObject] {
            var request = FetchRequest<ManagedObject>(entityName: "Note")
            request.predicate = try .format("notebook == %@", value)
            return try main.fetch(request)
        }
        try main.obtainPermanentIDs(for: [new])
        #expect(!new.objectID.isTemporaryID)
        #expect(try found() == [added])
        try main.save()
        #expect(try found() == [added])
    }

    @Test("CHD-4 and NTF-1 a change by validation in a child is reported as an update, now and later")
    func changesDuringValidation() throws {
        let parent = try makeContext(.rules)
        let child = ManagedObjectContext(parent: parent)
        let note = try #require(try child.own(try savedNote(in: parent)))
        note.whenValidating = { $0.rank = 5 }
        note.title = "New"
        try child.save()
        note.whenValidating = nil
        var changes: [ObjectChanges] = []
        let observation = child.observe { event in
            if case .objectsDidChange(let change) = event { changes.append(change) }
        }
        note.title = "Newer"
        child.processPendingChanges()
        #expect(changes.map(\.updated) == [[note]])
        #expect(changes.map(\.inserted) == [[]])
        observation.cancel()
    }

    @Test("NTF-8 and CHD-10 a child that follows its parent is told once of what a save of the parent merges")
    func followingMerges() throws {
        let child = ManagedObjectContext(parent: main)
        child.automaticallyMergesChangesFromParent = true
        let twin = child.twin(note)
        #expect(twin.text("content") == "one")
        let others = ManagedObjectContext(coordinator: main.persistentStoreCoordinator)
        others.twin(note).setValue(Int32(7), forKey: "grams")
        try others.save()
        main.mergePolicy = .mergeByPropertyObjectTrump
        note.setValue("mine", forKey: "content")
        main.processPendingChanges()
        var refreshed: [Set<ManagedObject>] = []
        let observation = child.observe { event in
            if case .objectsDidChange(let change) = event { refreshed.append(change.refreshed) }
        }
        try main.save()
        #expect(twin.text("content") == "mine" && twin.number("grams") == 7)
        #expect(refreshed == [[twin]])
        observation.cancel()
    }

    @Test("CHD-10 and DRV-2 a child that follows its parent has what a save of the parent derives for new objects")
    func followingDerivedValues() throws {
        let child = ManagedObjectContext(parent: main)
        child.automaticallyMergesChangesFromParent = true
        let own = child.insert("Notebook", ["title": "Second"])
        let edited = child.insert("Notebook", ["title": "Third"])
        try child.save()
        edited.setValue("Fourth", forKey: "title")
        #expect(own.text("sortTitle") == nil)
        try main.save()
        #expect(own.text("sortTitle") == "second" && edited.text("sortTitle") == "third")
        #expect(edited.text("title") == "Fourth" && child.updatedObjects == [edited])
    }

    @Test("CHD-16 what a hook links in the parent goes if the child has removed it")
    func removedDefaultLinks() throws {
        let container = try PersistentContainer(model: .rules, store: .tested)
        let parent = container.newContext()
        let (usual, other) = (RuleNotebook(context: parent), RuleNotebook(context: parent))
        let tag = RuleTag(context: parent)
        usual.title = "usual"
        try parent.save()
        let child = ManagedObjectContext(parent: parent)
        let (without, elsewhere) = try RuleNote.whenAwaking({ note in
            let context = note.managedObjectContext
            note.notebook = try? context?.all(RuleNotebook.self).first { $0.title == "usual" }
            if let tag = try? context?.all(RuleTag.self).first { note.tags = [tag] }
        }) {
            let notes = (RuleNote(context: child), RuleNote(context: child))
            notes.0.notebook = nil
            notes.0.tags = []
            notes.1.notebook = try child.own(other)
            try child.save()
            return notes
        }
        #expect(without.notebook == nil && without.tags.isEmpty)
        let othersTwin = try child.own(other)
        #expect(elsewhere.notebook === othersTwin)
        #expect(usual.notes.isEmpty && other.notes.count == 1 && tag.notes.count == 1)
        try parent.save()
        #expect(try parent.reread(usual) { $0.notes.isEmpty })
    }

    @Test("CHD-14 a child's policy that fails leaves the parent and the child as they were")
    func failingPolicy() throws {
        struct RefusalError: Error {}
        let child = ManagedObjectContext(parent: main)
        let (changed, other) = (child.twin(note), child.twin(notebook))
        changed.setValue("changed", forKey: "content")
        main.delete(note)
        child.mergePolicy = MergePolicy(.mergeByPropertyObjectTrump) { context in
            for object in context.registeredObjects where object.entity.name == "Notebook" {
                object.setValue("by the policy", forKey: "title")
            }
            throw RefusalError()
        }
        _ = other.text("title")
        #expect(throws: RefusalError.self) { try child.save() }
        #expect(main.deletedObjects == [note])
        #expect(child.updatedObjects == [changed])
        #expect(other.text("title") == "first" && !other.hasChanges)
        child.mergePolicy = MergePolicy(.mergeByPropertyStoreTrump) { _ in throw RefusalError() }
        #expect(throws: RefusalError.self) { try child.save() }
        #expect(child.updatedObjects == [changed] && changed.text("content") == "changed" && !changed.isDeleted)
        child.mergePolicy = .mergeByPropertyObjectTrump
        try child.save()
        #expect(!note.isDeleted && note.text("content") == "changed")
    }

    @Test("CHD-14 what a child's policy changes is validated")
    func validatedPolicy() throws {
        let desk = main.insert("Desk")
        let chair = main.insert("Chair", ["desk": desk])
        try main.save()
        let child = ManagedObjectContext(parent: main)
        child.twin(note).setValue("changed", forKey: "content")
        let seat = child.twin(chair)
        #expect(seat.member("desk") != nil)
        main.delete(note)
        child.mergePolicy = MergePolicy(.mergeByPropertyObjectTrump) { context in
            for object in context.registeredObjects where object.entity.name == "Chair" {
                object.setValue(nil, forKey: "desk")
            }
        }
        #expect(validationErrors { try child.save() }?.map(\.key) == ["desk"])
        #expect(main.deletedObjects == [note])
        #expect(seat.member("desk") != nil && !seat.hasChanges)
    }

    @Test("NTF-8 and CHD-10 a child that follows its parent learns what the parent inserts, and merges with others")
    func followingInsertions() throws {
        let child = ManagedObjectContext(parent: main)
        child.automaticallyMergesChangesFromParent = true
        main.automaticallyMergesChangesFromParent = true
        let twin = child.twin(notebook)
        #expect(twin.text("title") == "first")
        var inserted: [ManagedObject] = []
        let observation = child.observe { event in
            if case .objectsDidChange(let change) = event { inserted += change.inserted }
        }
        let own = child.insert("Note")
        try child.save()
        main.insert("Person", ["name": "Ann"])
        try main.save()
        #expect(inserted.map(\.entity.name) == ["Note", "Person"])
        #expect(inserted.first === own)
        let others = ManagedObjectContext(coordinator: main.persistentStoreCoordinator)
        others.insert("Badge", ["code": Int32(1)])
        others.twin(notebook).setValue("second", forKey: "title")
        others.delete(others.twin(own))
        try others.save()
        main.processPendingChanges()
        #expect(inserted.map(\.entity.name) == ["Note", "Person", "Badge"])
        #expect(twin.text("title") == "second")
        #expect(own.isDeleted)
        observation.cancel()
    }
}

private final class Stamp: ManagedObject {
    private static let lastNumber = Mutex<Int32>(0)

    var awakeCount = 0

    override func awakeFromInsert() {
        awakeCount += 1
        let number = Self.lastNumber.withLock { number in
            number += 1
            return number
        }
        setValue(number, forKey: "number")
    }
}
