import ObjectGraph
import Testing

/// Rules OBJ-20 to OBJ-22: names that lead through relationships.
struct KeyPathRuleTests {
    private let context: ManagedObjectContext
    private let notebook: RuleNotebook
    private let notes: [RuleNote]

    init() throws {
        context = try makeContext(.rules)
        notebook = RuleNotebook(context: context)
        notebook.title = "Diary"
        notes = [RuleNote(context: context), RuleNote(context: context), RuleNote(context: context)]
        for (number, note) in notes.enumerated() {
            note.rank = Int32(number)
            note.content = number == 2 ? nil : "text \(number)"
        }
        notebook.notes = ToMany(notes)
    }

    @Test("OBJ-20 a path through a to-one, and nil on the way")
    func throughToOne() {
        #expect(notes[0].value(forKeyPath: "notebook.title") as? String == "Diary")
        #expect(notes[0].value(forKeyPath: "title") == nil)
        notes[0].notebook = nil
        #expect(notes[0].value(forKeyPath: "notebook.title") == nil)
        notes[1].setValue(["city": "Graz", "floor": 2], forKey: "place")
        #expect(notes[1].value(forKeyPath: "place.city") as? String == "Graz")
        #expect(notes[0].value(forKeyPath: "place.city") == nil)
    }

    @Test("OBJ-21 a path through a to-many is a set of values")
    func throughToMany() {
        #expect(notebook.value(forKeyPath: "notes.content") as? Set<AnyHashable> == ["text 0", "text 1"])
        #expect(notebook.value(forKeyPath: "notes.notebook.title") as? Set<AnyHashable> == ["Diary"])
        let pages = [RulePage(context: context), RulePage(context: context)]
        pages[1].number = 2
        notebook.pages = OrderedToMany(pages)
        let numbers = notebook.value(forKeyPath: "pages.number") as? [Any]
        #expect(numbers?.count == 2)
        #expect(numbers?.first is NullValue)
        #expect(numbers?.last as? Int32 == 2)
    }

    @Test("OBJ-21 operators over a to-many")
    func operators() {
        #expect(notebook.value(forKeyPath: "notes.@count") as? Int64 == 3)
        #expect(notebook.value(forKeyPath: "notes.@sum.rank") as? Int64 == 3)
        #expect(notebook.value(forKeyPath: "notes.@max.rank") as? Int64 == 2)
    }

    @Test("OBJ-22 a mutable set changes the relationship, and what a name gives does not")
    func mutableSets() throws {
        try context.save()
        let set = notebook.mutableSetValue(forKey: "notes")
        set.remove(notes[0])
        #expect(notebook.isUpdated && notes[0].notebook == nil)
        set.insert(notes[0])
        #expect(notes[0].notebook === notebook)
        var copy = try #require(notebook.value(forKey: "notes") as? Set<ManagedObject>)
        copy.removeAll()
        #expect(notebook.notes.count == 3)
        let page = RulePage(context: context)
        notebook.mutableOrderedSetValue(forKey: "pages").insert(page, at: 0)
        #expect(page.notebook === notebook)
    }
}
