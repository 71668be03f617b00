import ObjectGraph
import Testing

/// Rules REL-30 and CTX-38: relationships whose two sides do not agree for a while.
struct OneSidedRuleTests {
    let context: ManagedObjectContext
    let notebook: ManagedObject
    let other: ManagedObject
    let note: ManagedObject

    init() throws {
        context = try Office.context()
        notebook = context.insert("Notebook", ["title": "a"])
        other = context.insert("Notebook", ["title": "b"])
        note = context.insert("Note", ["content": "one", "notebook": notebook])
        try context.save()
    }

    @Test("REL-30 setting the primitive relationship of an unchanged object sets one side, and isn't a change")
    func unchanged() throws {
        note.setPrimitiveValue(other, forKey: "notebook")
        #expect(note.member("notebook") === other)
        #expect(note.primitiveValue(forKey: "notebook") as? ManagedObject === other)
        #expect(notebook.members("notes") == [note])
        #expect(other.members("notes").isEmpty)
        #expect(!context.hasChanges)
        context.refresh(note, mergeChanges: false)
        #expect(note.member("notebook") === notebook)
    }

    @Test("REL-30 for a changed object, the primitive side is saved, and the inverse is out of date until a refresh")
    func changed() throws {
        let (desk, other) = (context.insert("Desk"), context.insert("Desk"))
        let drawer = context.insert("Drawer", ["desk": desk])
        try context.save()
        drawer.setValue(Int32(2), forKey: "number")
        drawer.setPrimitiveValue(other, forKey: "desk")
        #expect(desk.members("drawers") == [drawer])
        try context.save()
        #expect(drawer.member("desk") === other)
        #expect(other.members("drawers").isEmpty)
        for object in [desk, other] { context.refresh(object, mergeChanges: true) }
        #expect(desk.members("drawers").isEmpty)
        #expect(other.members("drawers") == [drawer])
    }

    @Test("REL-30 and DRV-2 what is derived from a primitive side is stored as if both sides had been set")
    func derivedFromOneSide() throws {
        note.setValue("two", forKey: "content")
        note.setPrimitiveValue(other, forKey: "notebook")
        try context.save()
        #expect(
            try context.afresh { try $0.objects("Notebook").map { $0.number("noteCount") } } == [0, 1])
        #expect(try context.afresh { try $0.objects("Note").map { $0.text("notebookTitle") } } == ["b"])
    }

    @Test("REL-30 a primitive side that isn't saved reverts after a save and a refresh")
    func derived() throws {
        notebook.setValue("c", forKey: "title")
        notebook.setPrimitiveValue([] as Set<ManagedObject>, forKey: "notes")
        #expect(notebook.members("notes").isEmpty)
        #expect(note.member("notebook") === notebook)
        try context.save()
        context.refresh(notebook, mergeChanges: false)
        #expect(notebook.members("notes") == [note])
        #expect(
            try context.afresh { try $0.objects("Notebook", where: "title == 'c'").first?.members("notes").count } == 1)
    }

    @Test("CTX-38 deletions are propagated at once unless they are to wait for the save")
    func waiting() throws {
        #expect(context.propagatesDeletesAtEndOfEvent)
        context.propagatesDeletesAtEndOfEvent = false
        context.delete(notebook)
        context.processPendingChanges()
        #expect(context.deletedObjects == [notebook])
        #expect(!note.isDeleted)
        try context.save()
        #expect(try context.objects("Note").isEmpty)
        #expect(try context.afresh { try $0.objects("Notebook").map { $0.text("title") } } == ["b"])
    }

    @Test("CTX-38 a deleted object that is restored doesn't cascade")
    func takenBack() throws {
        context.propagatesDeletesAtEndOfEvent = false
        context.delete(notebook)
        context.rollback()
        other.setValue("c", forKey: "title")
        try context.save()
        #expect(notebook.members("notes") == [note])
        context.delete(notebook)
        context.insert(notebook)
        try context.save()
        #expect(try context.afresh { try $0.objects("Note").count } == 1)
        context.delete(notebook)
        context.propagatesDeletesAtEndOfEvent = true
        #expect(note.isDeleted)
    }

    @Test("CTX-38 and DEL-2 nullifying, and new objects, wait too")
    func nullifying() throws {
        context.propagatesDeletesAtEndOfEvent = false
        let new = context.insert("Notebook")
        note.setValue(new, forKey: "notebook")
        let second = context.insert("Note", ["notebook": new])
        context.delete(second)
        #expect(new.members("notes") == [note])
        try context.save()
        #expect(new.members("notes") == [note])
        context.delete(note)
        try context.save()
        #expect(new.members("notes").isEmpty)
        #expect(try context.afresh { try $0.objects("Notebook").allSatisfy { $0.members("notes").isEmpty } })
    }

    @Test("CTX-38 a child's deletions reach its parent completely")
    func children() throws {
        let child = ManagedObjectContext(parent: context)
        child.propagatesDeletesAtEndOfEvent = false
        child.delete(child.twin(notebook))
        try child.save()
        #expect(notebook.isDeleted && note.isDeleted)
        try context.save()
        #expect(try context.afresh { try $0.objects("Note").isEmpty })
    }
}
