import CoreData
import CoreDataHandwritten
import Foundation
import Testing

/// Classes whose `@NSManaged` members are found by their symbols: where a compiler names them otherwise, this does not link.
@MainActor
@Suite struct HandwrittenClassTests {
    private let context = makeContainer("Handwritten").viewContext

    @Test func attributesOfEveryTypeAreSetAndRead() throws {
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
    @Test func valuesThatAreSetAreLetGoAgain() {
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

    @Test func relationshipsFollowEachOther() throws {
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

    @Test func toManyRelationshipsMayBeSwiftsSets() throws {
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

    @Test func ordersAreChangedByTheirMethods() {
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
