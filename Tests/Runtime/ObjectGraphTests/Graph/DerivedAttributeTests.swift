import Foundation
import ObjectGraph
import Testing

/// Rules DRV-1 to DRV-6: notebooks that derive from their notes, and notes from their notebooks.
struct DerivedAttributeTests {
    let context: ManagedObjectContext
    let notebook: ManagedObject
    let note: ManagedObject

    init() throws {
        context = try Office.context()
        notebook = context.insert("Notebook", ["title": "Été"])
        note = context.insert("Note", ["grams": Int32(5), "notebook": notebook])
        context.insert("Note", ["grams": Int32(7), "notebook": notebook])
    }

    @Test("DRV-1 and DRV-2 derived values are computed by the save: counts, sums, folded texts, copies, times")
    func forms() throws {
        #expect(notebook.number("noteCount") == nil)
        let before = Date()
        try context.save()
        #expect(notebook.number("noteCount") == 2)
        #expect(notebook.number("weight") == 12)
        #expect(notebook.text("sortTitle") == "ete")
        #expect(note.text("notebookTitle") == "Été")
        let savedAt = try #require(notebook.value(forKey: "savedAt") as? Date)
        #expect(savedAt >= before && savedAt <= Date())
    }

    @Test("DRV-2 between a change and the save, the value is out of date")
    func stale() throws {
        try context.save()
        context.insert("Note", ["grams": Int32(1), "notebook": notebook])
        #expect(notebook.number("noteCount") == 2)
        try context.save()
        #expect(notebook.number("noteCount") == 3)
        #expect(notebook.number("weight") == 13)
    }

    @Test("Changing an object updates the values that other objects derive from it")
    func aChangeOfAMemberReachesWhatDerivesFromIt() throws {
        try context.save()
        note.setValue(Int32(100), forKey: "grams")
        try context.save()
        #expect(notebook.number("weight") == 107)
        notebook.setValue("New", forKey: "title")
        try context.save()
        #expect(note.text("notebookTitle") == "New")
        let other = context.insert("Notebook")
        note.setValue(other, forKey: "notebook")
        try context.save()
        #expect(notebook.number("weight") == 7)
        #expect(other.number("weight") == 100)
        context.delete(note)
        try context.save()
        #expect(other.number("noteCount") == 0)
        #expect(other.number("weight") == 0)
    }

    @Test("DRV-3 fetches can ask for derived values")
    func fetching() throws {
        try context.save()
        let fresh = ManagedObjectContext(coordinator: context.persistentStoreCoordinator)
        #expect(try fresh.objects("Notebook", where: "weight > 10").count == 1)
        #expect(try fresh.objects("Notebook", where: "noteCount == 3").isEmpty)
    }
}
