import ObjectGraph
import Testing

/// Rules UND-1 to UND-12.
struct UndoTests {
    let context: ManagedObjectContext
    let history = UndoHistory()
    let notebook: ManagedObject
    let note: ManagedObject

    init() throws {
        context = try Office.context()
        notebook = context.insert("Notebook", ["title": "first"])
        note = context.insert("Note", ["content": "one", "notebook": notebook])
        try context.save()
        context.undoHistory = history
    }

    @Test("UND-1 without a history nothing is undone")
    func nothing() throws {
        let context = try Office.context()
        #expect(context.undoHistory == nil)
        let person = context.insert("Person")
        context.undo()
        #expect(person.isInserted)
        context.rollback()
        #expect(!context.hasChanges)
    }

    @Test("UND-2 and UND-10 a value is undone and redone, and returning to the saved value leaves no change")
    func value() {
        notebook.setValue("second", forKey: "title")
        context.undo()
        #expect(notebook.text("title") == "first")
        #expect(!context.hasChanges)
        context.redo()
        #expect(notebook.text("title") == "second")
        #expect(context.hasChanges)
    }

    @Test("UND-3 an insertion is undone and redone without awakening the object again")
    func insertion() {
        let person = context.insert("Person", ["name": "Ann"])
        context.undo()
        #expect(context.insertedObjects.isEmpty)
        #expect(!context.hasChanges)
        context.redo()
        #expect(context.insertedObjects == [person])
        #expect(person.text("name") == "Ann")
    }

    @Test("UND-4 undoing a deletion restores cascaded objects and their links")
    func deletion() throws {
        context.delete(notebook)
        #expect(context.deletedObjects == [notebook, note])
        context.undo()
        #expect(context.deletedObjects.isEmpty)
        #expect(notebook.members("notes") == [note])
        #expect(note.member("notebook") === notebook)
        context.redo()
        #expect(context.deletedObjects == [notebook, note])
        try context.save()
        #expect(try context.objects("Note").isEmpty)
    }

    @Test("UND-5 undoing restores both sides of a link")
    func link() {
        let other = context.insert("Notebook")
        context.processPendingChanges()
        note.setValue(other, forKey: "notebook")
        context.undo()
        #expect(note.member("notebook") === notebook)
        #expect(notebook.members("notes") == [note])
        #expect(other.members("notes").isEmpty)
    }

    @Test("UND-6 the changes of one event are one group")
    func groups() {
        notebook.setValue("a", forKey: "title")
        note.setValue("b", forKey: "content")
        context.processPendingChanges()
        note.setValue("c", forKey: "content")
        context.undo()
        #expect(note.text("content") == "b")
        context.undo()
        #expect(note.text("content") == "one")
        #expect(notebook.text("title") == "first")
        #expect(!history.canUndo)
    }

    @Test("UND-7 changes made while registration is off cannot be undone")
    func disabling() {
        context.processPendingChanges()
        history.disableUndoRegistration()
        notebook.setValue("kept", forKey: "title")
        context.processPendingChanges()
        history.enableUndoRegistration()
        context.undo()
        #expect(notebook.text("title") == "kept")
    }

    @Test("UND-8 a save clears nothing: undoing afterwards makes new changes")
    func afterSaving() throws {
        let new = context.insert("Note", ["content": "new", "notebook": notebook])
        try context.save()
        notebook.setValue("second", forKey: "title")
        try context.save()
        context.undo()
        #expect(notebook.text("title") == "first")
        #expect(context.updatedObjects == [notebook])
        context.undo()
        #expect(new.isDeleted)
        try context.save()
        #expect(try context.objects("Note") == [note])
        #expect(context.afresh { $0.twin(notebook).text("title") } == "first")
    }

    @Test("UND-8 undoing a deletion that was saved inserts the object again")
    func deletionThatWasSaved() throws {
        context.delete(note)
        try context.save()
        context.undo()
        #expect(note.isInserted)
        #expect(note.text("content") == "one")
        #expect(notebook.members("notes") == [note])
        try context.save()
        #expect(try context.afresh { try $0.objects("Note").map { $0.text("content") } } == ["one"])
        #expect(context.afresh { $0.twin(notebook).members("notes").count } == 1)
    }

    @Test("UND-9 rolling back and resetting clear the history", arguments: [false, true])
    func clearing(reset: Bool) {
        notebook.setValue("second", forKey: "title")
        context.processPendingChanges()
        if reset { context.reset() } else { context.rollback() }
        #expect(!history.canUndo)
    }

    @Test("UND-11 primitive values aren't recorded")
    func primitive() {
        notebook.setPrimitiveValue("quiet", forKey: "title")
        context.undo()
        #expect(notebook.text("title") == "quiet")
    }

    @Test("UND-12 only as many groups are kept as there are levels")
    func levels() {
        history.levelsOfUndo = 2
        for title in ["a", "b", "c"] {
            notebook.setValue(title, forKey: "title")
            context.processPendingChanges()
        }
        for _ in 0..<5 { context.undo() }
        #expect(notebook.text("title") == "a")
    }

    @Test("A new change clears the redo history")
    func aNewChangeEndsWhatCanBeDoneAgain() {
        notebook.setValue("a", forKey: "title")
        context.undo()
        #expect(history.canRedo)
        notebook.setValue("b", forKey: "title")
        context.processPendingChanges()
        #expect(!history.canRedo)
    }
}
