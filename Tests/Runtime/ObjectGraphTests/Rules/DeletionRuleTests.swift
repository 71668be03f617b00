import ObjectGraph
import Testing

/// Rules DEL-26 to DEL-29.
struct DeletionRuleTests {
    private struct RefusalError: Error, Equatable {}

    private let context: ManagedObjectContext

    init() throws {
        context = try makeContext(.rules)
    }

    @Test("DEL-26 a cascade is a conflict if another context has added to it, and complete after a refresh")
    func cascadesWithNewcomers() throws {
        let notebook = RuleNotebook(context: context)
        let page = RulePage(context: context)
        notebook.pages = [page]
        try context.save()
        #expect(notebook.pages.count == 1)
        let other = try context.sibling()
        try #require(try other.own(notebook)).pages.append(RulePage(context: other))
        try other.save()
        context.delete(notebook)
        #expect(throws: MergeConflictError.self) { try context.save() }
        context.rollback()
        context.refreshAllObjects()
        context.delete(notebook)
        try context.save()
        #expect(try context.sibling().fetch(FetchRequest<RulePage>()).isEmpty)
    }

    @Test("DEL-27 an error of validateForDelete fails the save")
    func refusingDeletion() throws {
        let note = try savedNote(in: context)
        note.whenDeleting = { _ in throw RefusalError() }
        context.delete(note)
        #expect(throws: RefusalError()) { try context.save() }
        #expect(note.isDeleted && context.hasChanges)
        note.whenDeleting = nil
        try context.save()
        #expect(try context.fetch(FetchRequest<RuleNote>()).isEmpty)
    }

    @Test("DEL-29 inserting a deleted object undoes the deletion")
    func takingBackADeletion() throws {
        let note = try savedNote(in: context)
        let objectID = note.objectID
        context.delete(note)
        context.insert(note)
        #expect(!note.isDeleted && context.deletedObjects.isEmpty)
        #expect(!context.hasChanges)
        #expect(try context.fetch(FetchRequest<RuleNote>()) == [note])
        note.title = "New"
        try context.save()
        #expect(note.objectID == objectID)
        #expect(try context.reread(note) { $0.title } == "New")
    }

    @Test("DEL-29 a deleted new object becomes new again when it is inserted")
    func takingBackTheDeletionOfANewObject() throws {
        let note = RuleNote(context: context)
        note.title = "New"
        context.delete(note)
        #expect(!context.hasChanges)
        context.insert(note)
        #expect(note.isInserted && context.insertedObjects == [note])
        try context.save()
        #expect(try context.reread(note) { $0.title } == "New")
    }
}
