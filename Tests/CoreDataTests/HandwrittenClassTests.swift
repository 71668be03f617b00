import CoreData
import CoreDataHandwritten
import Foundation
import TestSupport
import Testing

/// Classes whose `@NSManaged` members are found by their symbols: where a compiler names them otherwise, this does not
/// link.
@MainActor
@Suite struct HandwrittenClassTests {
    private let context = makeContainer("Handwritten").viewContext

    @Test("Attributes of every type are set and read")
    func attributesOfEveryTypeAreSetAndRead() throws {
        let entry = JournalEntry(context: context)
        #expect(entry.created == Date(timeIntervalSinceReferenceDate: 0))
        #expect(entry.rating == nil && entry.title == "" && entry.wind == nil)
        let uuid = UUID()
        entry.big = .max
        entry.bytes = Data([1, 2])
        entry.identifier = uuid
        entry.isKept = true
        entry.page = URL(string: "https://example.org/a")
        entry.price = NSDecimalNumber(string: "12.50")
        entry.rank = 40
        entry.rank += 2
        entry.rating = 5
        entry.ratio = 0.5
        entry.share = 0.25
        entry.small = -1
        entry.title = "Waves"
        entry.title += " and wind"
        entry.wind = "NW"
        try context.save()
        context.refresh(entry, mergeChanges: false)
        #expect(entry.big == .max && entry.bytes == Data([1, 2]) && entry.identifier == uuid && entry.isKept)
        #expect(entry.page?.absoluteString == "https://example.org/a" && entry.price == NSDecimalNumber(string: "12.5"))
        #expect(entry.rank == 42 && entry.rating == 5 && entry.ratio == 0.5 && entry.share == 0.25 && entry.small == -1)
        #expect(entry.title == "Waves and wind" && entry.wind == "NW" && entry.value(forKey: "wind") as? String == "NW")
        entry.wind = nil
        #expect(entry.wind == nil)
    }

    /// Setting hands the value over: where one side counts otherwise, it is let go once too often, or never.
    @Test("Values and objects that were set are released")
    func valuesThatAreSetAreLetGoAgain() {
        weak var number: NSNumber?
        weak var entry: JournalEntry?
        do {
            let (ownEntry, page) = (JournalEntry(context: context), JournalPage(context: context))
            let ownNumber = NSDecimalNumber(string: "123456789.25")
            entry = ownEntry
            number = ownNumber
            for _ in 0..<100 {
                ownEntry.price = ownNumber
                page.entry = ownEntry
            }
            #expect(page.entry === ownEntry && ownEntry.price == ownNumber)
        }
        context.reset()
        #expect(number == nil && entry == nil)
    }

    @Test("Composite, transformable, and derived attributes are set and read")
    func attributesOfOtherKindsAreSetAndRead() throws {
        let entry = JournalEntry(context: context)
        #expect(entry.place == nil && entry.searchTitle == nil && entry.mood == nil && entry.marks == nil)
        entry.title = "Wâves"
        entry.place = ["name": "Reef", "latitude": 21.5]
        entry.requiredPlace = ["name": "Bay"]
        entry.requiredPlace["latitude"] = 3.0
        entry.mood = "calm"
        entry.marks = NSArray(array: ["a", "b"])
        try context.save()
        #expect(entry.mood == "calm")
        context.refresh(entry, mergeChanges: false)
        #expect(entry.place?["name"] as? String == "Reef" && entry.place?["latitude"] as? Double == 21.5)
        #expect(entry.requiredPlace["name"] as? String == "Bay" && entry.requiredPlace["latitude"] as? Double == 3)
        #expect(entry.searchTitle == "waves" && (entry.marks as? NSArray)?.count == 2)
        entry.place = nil
        #expect(entry.place == nil)
        let request: NSFetchRequest<JournalEntry> = JournalEntry.fetchRequest()
        request.predicate = NSPredicate(format: "requiredPlace.name == %@ AND searchTitle == %@", "Bay", "waves")
        #expect(try context.fetch(request) == [entry])
    }

    @Test("Properties with other types and accessors, as apps declare them, are set and read")
    func otherDeclarations() throws {
        ValueTransformer.setValueTransformer(InkTransformer(), forName: NSValueTransformerName("InkTransformer"))
        let page = JournalPage(context: context)
        let (part, other) = (JournalPage(context: context), JournalPage(context: context))
        #expect(page.counts == nil && page.ink == nil && page.link == nil && page.words == 0 && page.kind == nil)
        page.words = 70_000
        page.words += 1
        page.link = NSURL(string: "https://example.org/b")
        page.lines = ["a", "b"]
        page.lines.append("c")
        page.counts = [1, .max]
        page.ink = Ink("blue")
        page.kind = "DRAFT"
        page.number = 7
        page.parts = [part]
        page.parts.insert(other)
        try context.save()
        context.refreshAllObjects()
        #expect(page.words == 70_001 && page.link?.absoluteString == "https://example.org/b")
        #expect(page.lines == ["a", "b", "c"] && page.counts == [1, .max] && page.ink?.name == "blue")
        #expect(page.kind == "draft" && page.value(forKey: "kind") as? String == "draft")
        #expect(page.storedNumber == 7)
        #expect(page.parts == [part, other] && part.chapter === page && part.storedChapter === page)
        page.parts.remove(part)
        #expect(part.chapter == nil && page.mutableOrderedSetValue(forKey: "parts").count == 1)
        (page.link, page.counts, page.ink) = (nil, nil, nil)
        #expect(page.link == nil && page.counts == nil && page.ink == nil)
    }

    /// One hierarchy: written by hand, generated, written by hand again, and one class with generated properties.
    @Test("Classes written by hand and generated ones can inherit from one another")
    func mixedHierarchies() throws {
        let (log, other, stamp) = (NightLog(context: context), Log(context: context), Stamp(context: context))
        log.title = "Night watch"
        log.wind = "Ö"
        log.rank = 3
        log.place = ["name": "Reef"]
        log.course = 270
        other.course = 270
        log.harbor = ["name": "Bay", "latitude": 1.5]
        log.seal = NSArray(array: ["wax"])
        log.moon = 0.25
        log.addToStamps(stamp)
        stamp.port = "Porto"
        try context.save()
        context.refresh(log, mergeChanges: false)
        #expect(log.title == "Night watch" && log.rank == 3 && log.place?["name"] as? String == "Reef")
        #expect(log.course == 270 && log.harbor?["latitude"] as? Double == 1.5 && log.searchWind == "o")
        #expect((log.seal as? NSArray)?.firstObject as? String == "wax" && log.moon == 0.25)
        #expect(stamp.log === log && stamp.isReadable && log.stamps == NSSet(array: [stamp]))
        #expect(log.colleagues.map(Set.init) == [log, other])
        let entries = try context.fetch(NSFetchRequest<Entry>(entityName: "Entry"))
        #expect(Set(entries) == [log, other])
    }

    @Test("Fetched properties return the objects that their requests match")
    func fetchedPropertiesAreRead() throws {
        let (journal, other) = (Journal(context: context), Journal(context: context))
        let entries = [5, 20, 30].map { rank in
            let entry = JournalEntry(context: context)
            entry.rank = Int32(rank)
            entry.journal = rank == 30 ? other : journal
            return entry
        }
        try context.save()
        #expect(journal.longEntries == [entries[1]] && journal.shortEntries == [entries[0]])
        #expect(journal.longEntries?.first?.rank == 20 && journal.allEntries?.count == 3)
        #expect(other.longEntries?.map(\.rank) == [30] && other.shortEntries.isEmpty)
    }

    #if compiler(>=6.2)
        @Test("Setting a fetched property ends the program")
        func aFetchedPropertyIsNotSet() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let journal = Journal(context: makeContainer("Handwritten").viewContext)
                journal.shortEntries = []
            }
            #expect(
                result?.fatalMessage == """
                    'shortEntries' of <Journal: …> (entity: Journal; id: … <x-coredata:///Journal/t1>) is a fetched \
                    property, which cannot be set
                    """)
        }
    #endif

    @Test("Accessors of a to-many relationship change both sides")
    func relationshipsFollowEachOther() throws {
        let journal = Journal(context: context)
        let (first, second) = (JournalEntry(context: context), JournalEntry(context: context))
        journal.addToEntries(first)
        #expect(first.journal === journal && journal.entries?.count == 1)
        journal.addToEntries(NSSet(array: [second]))
        #expect(journal.entries as? Set<JournalEntry> == [first, second])
        journal.removeFromEntries(first)
        second.journal = nil
        #expect(journal.entries?.count == 0)
        journal.entries = NSSet(array: [first, second])
        journal.removeFromEntries(NSSet(array: [second]))
        #expect(first.journal === journal && second.journal == nil)
        let request: NSFetchRequest<JournalEntry> = JournalEntry.fetchRequest()
        request.predicate = NSPredicate(format: "%K == %@", "journal", journal)
        #expect(try context.fetch(request) == [first])
    }

    @Test("To-many relationships can be declared as Swift sets")
    func toManyRelationshipsMayBeSwiftsSets() throws {
        let journals = (1...3).map { number in
            let journal = Journal(context: context)
            journal.name = "Journal \(number)"
            return journal
        }
        #expect(journals[0].sequels == [] && journals[0].prequels.isEmpty)
        journals[0].sequels = [journals[1], journals[2]]
        #expect(journals[1].prequels == [journals[0]])
        journals[2].prequels.insert(journals[1])
        journals[2].prequels.remove(journals[0])
        #expect(journals[0].sequels == [journals[1]] && journals[2].prequels.map(\.name) == ["Journal 2"])
        try context.save()
        context.refresh(journals[1], mergeChanges: false)
        #expect(journals[1].sequels?.contains(journals[2]) == true && journals[1].sequels?.first?.name == "Journal 3")
        journals[1].sequels = nil
        #expect(journals[2].prequels.isEmpty)
    }

    @Test("Accessors of an ordered relationship insert, remove, and replace objects")
    func ordersAreChangedByTheirMethods() {
        let entry = JournalEntry(context: context)
        let pages = (0..<6).map { number in
            let page = JournalPage(context: context)
            page.number = Int32(number)
            return page
        }
        func numbers() -> [Int32] { (entry.pages?.array as? [JournalPage])?.map(\.number) ?? [] }
        entry.addToPages(pages[0])
        entry.addToPages(NSOrderedSet(array: [pages[1], pages[2]]))
        #expect(numbers() == [0, 1, 2] && pages[2].entry === entry)
        entry.insertIntoPages(pages[3], at: 1)
        entry.insertIntoPages([pages[4], pages[5]], at: NSIndexSet(indexesIn: NSRange(location: 0, length: 2)))
        #expect(numbers() == [4, 5, 0, 3, 1, 2])
        entry.removeFromPages(at: 0)
        entry.removeFromPages(at: NSIndexSet(index: 0))
        entry.removeFromPages(pages[3])
        #expect(numbers() == [0, 1, 2] && pages[3].entry == nil)
        entry.replacePages(at: 0, with: pages[3])
        entry.replacePages(at: NSIndexSet(index: 2), with: [pages[4]])
        entry.removeFromPages(NSOrderedSet(array: [pages[1]]))
        #expect(numbers() == [3, 4])
    }
}
