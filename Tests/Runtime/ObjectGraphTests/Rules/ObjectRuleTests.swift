import ObjectGraph
import Testing

/// Rules OBJ-4 to OBJ-16: new objects, and what is known of their changes.
struct ObjectRuleTests {
    @Test("OBJ-4 an object without a context becomes a new object when it is inserted")
    func insertingLater() throws {
        let context = try makeContext(.rules)
        let entity = try #require(ManagedObjectModel.rules.entitiesByName["Note"])
        let note = RuleNote(entity: entity, insertInto: nil)
        #expect(note.managedObjectContext == nil)
        #expect(!note.isInserted && !note.isFault && !note.hasChanges)
        #expect(note.rank == 7)
        #expect(note.notebook == nil && note.tags.isEmpty)
        note.title = "First"
        #expect(note.calls.isEmpty)

        context.insert(note)
        #expect(note.calls == ["awakeFromInsert"])
        #expect(note.isInserted && note.managedObjectContext === context)
        #expect(context.insertedObjects == [note])
        #expect(context.registeredObject(for: note.objectID) === note)
        context.insert(note)
        #expect(note.calls == ["awakeFromInsert"])
        try context.save()
        #expect(try context.reread(note) { $0.title } == "First")
    }

    @Test("OBJ-4 an entity and a context create a new object at once")
    func insertingAtOnce() throws {
        let context = try makeContext(.rules)
        let entity = try #require(context.managedObjectModel.entitiesByName["Note"])
        let note = RuleNote(entity: entity, insertInto: context)
        #expect(note.isInserted)
        #expect(context.insertedObjects == [note])
    }

    @Test("OBJ-4 a rolled back object can be inserted again, even in another context")
    func insertingAgain() throws {
        let (context, other) = (try makeContext(.rules), try makeContext(.rules))
        let note = RuleNote(context: context)
        note.title = "Twice"
        note.notebook = RuleNotebook(context: context)
        context.rollback()
        other.insert(note)
        #expect(note.isInserted && note.managedObjectContext === other)
        #expect(note.notebook == nil)
        try other.save()
        #expect(try other.reread(note) { $0.title } == "Twice")
    }

    @Test("OBJ-7 a primitive value set when awaking is saved")
    func primitiveValueInAwakeFromInsert() throws {
        let context = try makeContext(.rules)
        let note = RuleNote.whenAwaking({ $0.setPrimitiveValue("fresh", forKey: "title") }) {
            RuleNote(context: context)
        }
        #expect(note.title == "fresh")
        try context.save()
        #expect(try context.reread(note) { $0.title } == "fresh")
    }

    @Test("OBJ-11 setting an equal value isn't a change to save")
    func equalValue() throws {
        let context = try makeContext(.rules)
        let note = try savedNote(in: context)
        note.title = "Old"
        #expect(!note.hasPersistentChangedValues)
        let generation = context.persistentStoreCoordinator.committedState.generation
        try context.save()
        #expect(!context.hasChanges)
        #expect(context.persistentStoreCoordinator.committedState.generation == generation)
    }

    @Test("OBJ-12 changing a value and changing it back is an update without a change")
    func thereAndBack() throws {
        let context = try makeContext(.rules)
        let note = try savedNote(in: context)
        note.title = "New"
        note.title = "Old"
        #expect(note.isUpdated)
        #expect(context.updatedObjects == [note])
        #expect(!note.hasPersistentChangedValues)
    }

    @Test("OBJ-13 all committed values, with a placeholder for nil")
    func committedValues() throws {
        let context = try makeContext(.rules)
        let note = try savedNote(in: context)
        note.title = "New"
        let values = note.committedValues(forKeys: nil)
        #expect(
            Set(values.keys) == ["title", "content", "rank", "payload", "place", "notebook", "tags"],
            "no transient ones")
        #expect(values["title"] as? String == "Old")
        #expect(values["content"] is NullValue)
        #expect(values["notebook"] is NullValue)
        #expect(values["tags"] as? Set<ManagedObject> == [])
    }

    @Test("OBJ-14 a changed to-many is reported with all its destinations")
    func changedToMany() throws {
        let context = try makeContext(.rules)
        let note = try savedNote(in: context)
        let first = RuleTag(context: context)
        note.tags = [first]
        try context.save()
        let second = RuleTag(context: context)
        note.tags.insert(second)
        #expect(note.changedValues()["tags"] as? Set<ManagedObject> == [first, second])
        #expect(note.committedValues(forKeys: ["tags"])["tags"] as? Set<ManagedObject> == [first])
    }

    @Test("OBJ-15 the changes of the current event")
    func changesOfAnEvent() throws {
        let context = try makeContext(.rules)
        let note = try savedNote(in: context)
        note.title = "New"
        #expect(note.changedValuesForCurrentEvent()["title"] as? String == "New")
        context.processPendingChanges()
        #expect(note.changedValuesForCurrentEvent().isEmpty)
        note.rank = 9
        #expect(Set(note.changedValuesForCurrentEvent().keys) == ["rank"])
        #expect(Set(note.changedValues().keys) == ["title", "rank"])
    }

    @Test("OBJ-16 setting a primitive value isn't a change")
    func primitiveValue() throws {
        let context = try makeContext(.rules)
        let note = try savedNote(in: context)
        context.processPendingChanges()
        var events = 0
        let observation = context.observe { _ in events += 1 }
        note.setPrimitiveValue("New", forKey: "title")
        #expect(note.title == "New")
        #expect(note.primitiveValue(forKey: "title") as? String == "New")
        #expect(note.changedValues().isEmpty)
        #expect(!note.hasChanges && !context.hasChanges)
        context.processPendingChanges()
        #expect(events == 0)
        observation.cancel()
    }
}

/// A note with the title “Old” that has been saved.
func savedNote(in context: ManagedObjectContext) throws -> RuleNote {
    let note = RuleNote(context: context)
    note.title = "Old"
    try context.save()
    note.calls = []
    return note
}
