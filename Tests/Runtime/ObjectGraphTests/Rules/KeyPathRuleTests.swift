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

    @Test("A path through a to-many to an ordered relationship has the values of each")
    func throughToManyAndOrdered() throws {
        let pages = [RulePage(context: context), RulePage(context: context)]
        pages[1].number = 2
        notebook.pages = OrderedToMany(pages)
        let values = try #require(notebook.value(forKeyPath: "notes.notebook.pages.number") as? Set<AnyHashable>)
        #expect(values.count == 1)
        #expect(values.first?.base as? [AnyHashable] == [AnyHashable(NullValue()), AnyHashable(Int32(2))])
    }

    @Test("OBJ-21 operators over a to-many")
    func operators() {
        #expect(notebook.value(forKeyPath: "notes.@count") as? Int64 == 3)
        #expect(notebook.value(forKeyPath: "notes.@sum.rank") as? Int64 == 3)
        #expect(notebook.value(forKeyPath: "notes.@max.rank") as? Int64 == 2)
    }

    @Test("OBJ-21 operators that return the values of all members")
    func unions() throws {
        notes[2].content = "text 0"
        #expect(
            notebook.value(forKeyPath: "notes.@distinctUnionOfObjects.content") as? Set<AnyHashable>
                == ["text 0", "text 1"])
        let all = try #require(notebook.value(forKeyPath: "notes.@unionOfObjects.content") as? [Any])
        #expect(all.compactMap { $0 as? String } == ["text 0", "text 1", "text 0"])
        #expect((notebook.value(forKeyPath: "notes.@unionOfObjects.rank") as? [Any])?.first is Int32)
        let notes = notebook.value(forKeyPath: "notes.@distinctUnionOfSets.notebook.notes") as? Set<AnyHashable>
        #expect(notes == Set(self.notes))
        let pages = (0..<3).map { _ in RulePage(context: context) }
        for (number, page) in pages.enumerated() { page.number = Int32(number / 2) }
        notebook.pages = OrderedToMany(pages)
        let numbers = notebook.value(forKeyPath: "pages.@distinctUnionOfObjects.number") as? [Any]
        #expect(numbers?.compactMap { $0 as? Int32 } == [0, 1])
        notebook.notes = []
        #expect((notebook.value(forKeyPath: "notes.@unionOfObjects.content") as? [Any])?.isEmpty == true)
        #expect(RuleNote(context: context).value(forKeyPath: "notebook.notes.@unionOfObjects.rank") == nil)
    }

    @Test("PRED-2 predicates and sort orders can use the length of a string")
    func lengths() throws {
        notes[0].content = "long enough"
        try context.save()
        var request = try FetchRequest<RuleNote>(predicate: .format("content.length > 6"))
        #expect(try context.fetch(request) == [notes[0]])
        request.predicate = try .format("ANY notebook.notes.content.length == 11 AND content.length == nil")
        #expect(try context.fetch(request) == [notes[2]])
        request.predicate = nil
        request.sortDescriptors = [ModelSortDescriptor(key: "content.length", ascending: false)]
        #expect(try context.fetch(request).map(\.rank) == [0, 1, 2])
        request.predicate = try .format("content.size > 6")
        #expect(throws: QueryError.self) { try context.fetch(request) }
    }

    @Test("OBJ-22 a mutable set changes the relationship, but the set for a key doesn't")
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
