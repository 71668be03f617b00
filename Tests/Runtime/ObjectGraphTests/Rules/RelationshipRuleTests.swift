import ObjectGraph
import Testing

/// Rules REL-16 to REL-29, of relationships that are read, ordered and saved.
struct RelationshipRuleTests {
    private let context: ManagedObjectContext
    private let notebook: RuleNotebook

    init() throws {
        context = try makeContext(.rules)
        notebook = RuleNotebook(context: context)
        notebook.title = "Diary"
    }

    @Test("REL-19 inserting, removing, and replacing by index updates the inverses")
    func places() {
        let pages = (0..<4).map { _ in RulePage(context: context) }
        notebook.pages = [pages[0], pages[1]]
        notebook.pages.insert(pages[2], at: 0)
        #expect(notebook.pages.objects == [pages[2], pages[0], pages[1]])
        #expect(pages[2].notebook === notebook)
        notebook.pages.remove(at: 1)
        #expect(pages[0].notebook == nil)
        notebook.pages.replace(at: 0, with: pages[3])
        #expect(notebook.pages.objects == [pages[3], pages[1]])
        #expect(pages[2].notebook == nil && pages[3].notebook === notebook)
    }

    @Test("REL-23 following relationships loads objects on demand")
    func walking() throws {
        let note = RuleNote(context: context)
        note.notebook = notebook
        note.tags = [RuleTag(context: context)]
        try context.save()
        let other = try context.sibling()
        let own = try #require(other.object(with: note.objectID) as? RuleNote)
        #expect(own.notebook?.title == "Diary")
        #expect(own.notebook?.notes.first === own)
        #expect(own.tags.first?.notes.contains(own) == true)
    }

    @Test("REL-24 a copy of a to-many is independent of it")
    func copies() {
        let note = RuleNote(context: context)
        notebook.notes = [note]
        var set = Set(notebook.notes)
        var objects = notebook.notes.objects
        set.removeAll()
        objects.removeAll()
        #expect(notebook.notes.count == 1)
        let before = Set(notebook.notes)
        notebook.notes.removeAll()
        #expect(before == [note])
    }

    @Test("REL-26 objects are saved because the context contains them, not because of references")
    func savingWhatIsInTheContext() throws {
        let lone = RuleNote(context: context)
        let linked = RuleNote(context: context)
        linked.notebook = notebook
        try context.save()
        for note in [lone, linked] { #expect(!note.objectID.isTemporaryID) }
        #expect(try context.sibling().fetch(FetchRequest<RuleNote>()).count == 2)
    }

    @Test("REL-29 and DEL-19 a deleted object is removed from results and relationships, but not from copies of them")
    func deletedObjects() throws {
        let notes = [RuleNote(context: context), RuleNote(context: context)]
        notebook.notes = ToMany(notes)
        try context.save()
        let copy = notebook.notes.objects
        context.delete(notes[0])
        context.processPendingChanges()
        #expect(notebook.notes.objects == [notes[1]])
        #expect(Set(copy) == Set(notes))
        #expect(try context.fetch(FetchRequest<RuleNote>()) == [notes[1]])
        let inNotebook = try FetchRequest<RuleNote>(predicate: .format("notebook == %@", notebook))
        #expect(try context.fetch(inNotebook) == [notes[1]])
    }
}
