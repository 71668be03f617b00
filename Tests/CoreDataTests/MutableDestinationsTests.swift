import CoreData
import CoreDataHandwritten
import Foundation
import Testing

@MainActor
@Suite struct MutableDestinationsTests {
    private let context = makeContainer("Handwritten").viewContext

    private func makePages(_ count: Int32) -> [JournalPage] {
        (0..<count).map { number in
            let page = JournalPage(context: context)
            page.number = number
            return page
        }
    }

    @Test("The methods of a mutable ordered set change the relationship")
    func orderedSetsOBJ22() {
        let entry = JournalEntry(context: context)
        let pages = makePages(5)
        func numbers() -> [Int32] { (entry.pages?.array as? [JournalPage])?.map(\.number) ?? [] }
        let set = entry.mutableOrderedSetValue(forKey: "pages")
        set.add(pages[0])
        #expect(numbers() == [0] && pages[0].entry === entry)
        set.addObjects(from: [pages[1], pages[2], pages[0]])
        #expect(numbers() == [0, 1, 2])
        set.insert(pages[3], at: 1)
        #expect(numbers() == [0, 3, 1, 2])
        set.insert([pages[4]], at: IndexSet(integer: 0))
        set.moveObjects(at: IndexSet(integer: 0), to: 2)
        #expect(numbers() == [0, 3, 4, 1, 2])
        #expect(set.contains(pages[4]) && set.index(of: pages[4]) == 2 && set.count == 5)
        #expect(set.compactMap { ($0 as? JournalPage)?.number } == [0, 3, 4, 1, 2])
        set.exchangeObject(at: 0, withObjectAt: 4)
        set.remove(pages[3])
        #expect(numbers() == [2, 4, 1, 0] && pages[3].entry == nil && !set.contains(pages[3]))
        set.sort { left, right in
            ((left as? JournalPage)?.number ?? 0) < ((right as? JournalPage)?.number ?? 0)
                ? .orderedAscending : .orderedDescending
        }
        #expect(numbers() == [0, 1, 2, 4])
        set.replaceObject(at: 0, with: pages[3])
        set.removeObject(at: 3)
        #expect(numbers() == [3, 1, 2])
        set.minus(NSOrderedSet(array: [pages[1]]))
        set.union(NSOrderedSet(array: [pages[0]]))
        #expect(numbers() == [3, 2, 0])
        set.removeObjects(in: [pages[2]])
        set.removeObjects(at: IndexSet(integer: 0))
        #expect(numbers() == [0])
        set.removeAllObjects()
        #expect(numbers().isEmpty && set.count == 0 && pages[0].entry == nil)
    }

    @Test("The example of a change to an ordered relationship inserts a page")
    func announcedChanges() throws {
        let entry = JournalEntry(context: context)
        entry.pages = NSOrderedSet(array: makePages(2))
        let page = makePages(1)[0]
        // Example: NSKeyValueChange
        let pages = NSMutableOrderedSet(orderedSet: entry.pages ?? [])
        pages.insert(page, at: 0)
        entry.willChange(.insertion, valuesAt: [0], forKey: "pages")
        entry.setPrimitiveValue(pages, forKey: "pages")
        entry.didChange(.insertion, valuesAt: [0], forKey: "pages")
        // End
        #expect(entry.pages?.count == 3 && entry.pages?.firstObject as? JournalPage == page && page.entry == entry)
    }

    @Test("A key path through an ordered relationship returns an ordered set")
    func orderedKeyPathsOBJ21() throws {
        let entry = JournalEntry(context: context)
        entry.mutableOrderedSetValue(forKey: "pages").addObjects(from: makePages(3))
        #expect(
            (entry.value(forKeyPath: "pages") as? NSOrderedSet)?.array as? [JournalPage] == entry.pages?.array
                as? [JournalPage])
        let numbers = try #require(entry.value(forKeyPath: "pages.number") as? NSOrderedSet)
        #expect(numbers.array as? [NSNumber] == [0, 1, 2])
        let entries = try #require(entry.value(forKeyPath: "pages.entry") as? NSOrderedSet)
        #expect(entries.array as? [JournalEntry] == [entry])
    }

    @Test("A key path through an ordered relationship sets the property of each destination")
    func settingByOrderedKeyPath() {
        let entry = JournalEntry(context: context)
        let pages = makePages(2)
        entry.pages = NSOrderedSet(array: pages)
        entry.setValue(7, forKeyPath: "pages.number")
        #expect(pages.map(\.number) == [7, 7])
    }

    @Test("A mutable set for a key path changes the relationship of another object")
    func keyPathsOBJ22() {
        let (entry, journal) = (JournalEntry(context: context), Journal(context: context))
        let pages = makePages(2)
        pages[0].entry = entry
        pages[0].mutableOrderedSetValue(forKeyPath: "entry.pages").add(pages[1])
        #expect(pages[1].entry === entry)
        entry.journal = journal
        let other = JournalEntry(context: context)
        entry.mutableSetValue(forKeyPath: "journal.entries").add(other)
        #expect(other.journal === journal)
        #expect(entry.mutableOrderedSetValue(forKeyPath: "pages").count == 2)
    }

    @Test("A mutable ordered set shows changes that are made elsewhere")
    func anOrderedSetSeesWhatIsChangedElsewhere() throws {
        let entry = JournalEntry(context: context)
        let pages = makePages(3)
        let set = entry.mutableOrderedSetValue(forKey: "pages")
        for page in pages { page.entry = entry }
        #expect(set.count == 3 && set.contains(pages[1]) && set.array.count == 3)
        pages[0].entry = nil
        set.remove(pages[2])
        #expect((entry.pages?.array as? [JournalPage]) == [pages[1]])
        let copy = try #require(set.mutableCopy() as? NSMutableOrderedSet)
        copy.removeAllObjects()
        #expect(set.count == 1 && entry.pages?.count == 1)
    }

    @Test("An announced change of a primitive set changes both sides of the relationship")
    func primitiveSets() throws {
        let journal = Journal(context: context)
        let entries = (0..<3).map { _ in JournalEntry(context: context) }
        entries[0].journal = journal
        try context.save()
        let added: Set<AnyHashable> = [entries[1], entries[2]]
        journal.willChangeValue(forKey: "entries", withSetMutation: .union, using: added)
        try #require(journal.primitiveValue(forKey: "entries") as? NSMutableSet).add(entries[1])
        // The same set.
        journal.primitiveEntries.add(entries[2])
        journal.didChangeValue(forKey: "entries", withSetMutation: .union, using: added)
        #expect(journal.entries as? Set<JournalEntry> == Set(entries) && entries[2].journal === journal)
        #expect(journal.hasChanges && entries[1].hasChanges && !entries[0].hasChanges)
        #expect(journal.primitiveValue(forKey: "entries") as? Set<JournalEntry> == Set(entries))
        journal.willChangeValue(forKey: "entries", withSetMutation: .minus, using: [entries[0]])
        try #require(journal.primitiveValue(forKey: "entries") as? NSMutableSet).remove(entries[0])
        journal.didChangeValue(forKey: "entries", withSetMutation: .minus, using: [entries[0]])
        #expect(entries[0].journal == nil && journal.entries?.count == 2)
        // Nobody hears of what is changed before or after.
        let unannounced = try #require(journal.primitiveValue(forKey: "entries") as? NSMutableSet)
        unannounced.removeAllObjects()
        journal.willChangeValue(forKey: "entries")
        try #require(journal.primitiveValue(forKey: "entries") as? NSMutableSet).removeAllObjects()
        journal.setPrimitiveValue(NSSet(array: [entries[0]]), forKey: "entries")
        journal.didChangeValue(forKey: "entries")
        #expect(journal.entries as? Set<JournalEntry> == [entries[0]] && entries[1].journal == nil)
        try context.save()
        #expect(journal.committedValues(forKeys: ["entries"])["entries"] as? Set<JournalEntry> == [entries[0]])
    }

    @Test("An announced change of a primitive ordered set changes both sides of the relationship, in its order")
    func primitiveOrderedSets() throws {
        let entry = JournalEntry(context: context)
        let pages = makePages(3)
        entry.pages = NSOrderedSet(array: [pages[0], pages[1]])
        entry.willChange(.insertion, valuesAt: [0], forKey: "pages")
        try #require(entry.primitiveValue(forKey: "pages") as? NSMutableOrderedSet).insert(pages[2], at: 0)
        entry.didChange(.insertion, valuesAt: [0], forKey: "pages")
        #expect(entry.pages?.array as? [JournalPage] == [pages[2], pages[0], pages[1]] && pages[2].entry === entry)
        entry.willChange(.removal, valuesAt: [1], forKey: "pages")
        entry.primitivePages?.removeObject(at: 1)
        entry.didChange(.removal, valuesAt: [1], forKey: "pages")
        #expect(entry.pages?.array as? [JournalPage] == [pages[2], pages[1]] && pages[0].entry == nil)
    }

    @Test("The methods of a mutable set change the relationship")
    func setsOBJ22() {
        let journal = Journal(context: context)
        let entries = (0..<4).map { _ in JournalEntry(context: context) }
        let set = journal.mutableSetValue(forKey: "entries")
        set.add(entries[0])
        set.addObjects(from: [entries[1], entries[2]])
        #expect(journal.entries as? Set<JournalEntry> == Set(entries[0...2]) && entries[2].journal === journal)
        #expect(set.contains(entries[1]) && !set.contains(entries[3]) && set.count == 3)
        #expect("\(set)".contains("JournalEntry") && "\(set as Any)".contains("JournalEntry"))
        #expect(Set(set.compactMap { $0 as? JournalEntry }) == Set(entries[0...2]))
        set.remove(entries[0])
        set.union([entries[3]])
        #expect(journal.entries as? Set<JournalEntry> == Set(entries[1...3]))
        set.minus([entries[1]])
        #expect(journal.entries as? Set<JournalEntry> == Set(entries[2...3]))
        set.intersect([entries[2]])
        #expect(journal.entries as? Set<JournalEntry> == [entries[2]])
        set.setSet([entries[0], entries[1]])
        #expect(journal.entries as? Set<JournalEntry> == Set(entries[0...1]))
        set.removeAllObjects()
        #expect(journal.entries?.count == 0 && set.count == 0)
    }
}
