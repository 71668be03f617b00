import Foundation
import ObjectGraph
import Testing

/// Rules FLT-1 to FLT-17: objects whose values have not been read.
struct FaultRuleTests {
    private let context: ManagedObjectContext
    /// A fault of the other context.
    private let fault: RuleNote

    init() throws {
        let first = try makeContext(.rules)
        let note = RuleNote(context: first)
        note.title = "Old"
        note.notebook = RuleNotebook(context: first)
        note.tags = [RuleTag(context: first)]
        try first.save()
        context = try first.sibling()
        fault = try #require(try context.fetch(FetchRequest<RuleNote>()).first)
    }

    @Test("FLT-1, FLT-3 and FLT-17 reading a property makes a fault an object, once")
    func reading() {
        #expect(fault.isFault && fault.faultingState != 0)
        #expect(fault.title == "Old")
        #expect(!fault.isFault && fault.faultingState == 0)
        _ = fault.content
        _ = fault.tags.count
        #expect(fault.calls == ["awakeFromFetch"])
    }

    @Test("FLT-3 reading a relationship first also awakens the object")
    func readingARelationship() {
        #expect(fault.notebook != nil)
        #expect(!fault.isFault && fault.calls == ["awakeFromFetch"])
    }

    @Test("FLT-2 the properties of a fault that don't fill it")
    func asking() {
        _ = fault.objectID
        _ = fault.entity
        _ = fault.managedObjectContext
        _ = fault.isInserted || fault.isUpdated || fault.isDeleted || fault.hasChanges
        _ = fault.hasPersistentChangedValues
        _ = fault.hasFault(forRelationshipNamed: "tags")
        _ = fault.hashValue
        _ = fault == fault
        _ = fault.description
        #expect(fault.isFault && fault.calls.isEmpty)
    }

    @Test("FLT-4 filling a fault loads all attributes, and destinations stay faults")
    func firing() throws {
        _ = fault.title
        let notebook = try #require(fault.notebook)
        #expect(notebook.isFault)
        #expect(fault.hasFault(forRelationshipNamed: "tags"))
    }

    @Test("FLT-5 a relationship is a fault until it is read")
    func faultsOfRelationships() {
        for name in ["tags", "notebook"] { #expect(fault.hasFault(forRelationshipNamed: name)) }
        _ = fault.title
        fault.content = "changed"
        #expect(fault.hasFault(forRelationshipNamed: "tags"))
        _ = fault.tags.count
        #expect(!fault.hasFault(forRelationshipNamed: "tags"))
        #expect(fault.hasFault(forRelationshipNamed: "notebook"))
        fault.notebook = nil
        #expect(!fault.hasFault(forRelationshipNamed: "notebook"))
        context.refresh(fault, mergeChanges: false)
        #expect(fault.hasFault(forRelationshipNamed: "tags"))
        #expect(!RuleNote(context: context).hasFault(forRelationshipNamed: "tags"))
    }

    @Test("FLT-6 a request can require objects that aren't faults")
    func realizedObjects() throws {
        var request = FetchRequest<RuleNote>()
        request.returnsObjectsAsFaults = false
        #expect(try context.fetch(request) == [fault])
        #expect(!fault.isFault && fault.calls == ["awakeFromFetch"])
    }

    @Test("FLT-7 omitting values doesn't change the result")
    func hints() throws {
        var request = FetchRequest<RuleNote>()
        request.includesPropertyValues = false
        #expect(try context.fetch(request) == [fault])
        #expect(fault.isFault)
        #expect(fault.title == "Old" && fault.tags.count == 1)
    }

    @Test("FLT-8 prefetched destinations are read with the fetch, also by children, and kept alive")
    func prefetching() throws {
        for context in [try context.sibling(), ManagedObjectContext(parent: context)] {
            var request = FetchRequest<RuleNote>()
            let plain = try context.fetch(request)
            #expect(context.registeredObjects == Set(plain))
            request.relationshipKeyPathsForPrefetching = ["tags.notes", "notebook"]
            #expect(try context.fetch(request) == plain)
            #expect(plain.allSatisfy { $0.tags.allSatisfy { !$0.isFault } })
            let names = context.registeredObjects.map(\.entity.name)
            #expect(names.sorted() == ["Note", "Notebook", "Tag"])
            #expect(plain[0].tags.count == 1 && plain[0].notebook?.isFault == false)
            plain[0].content = "changed"
            try context.save()
            #expect(context.registeredObjects == Set(plain))
        }
        var request = FetchRequest<RuleNote>()
        request.relationshipKeyPathsForPrefetching = ["tags.note"]
        let error = #expect(throws: FetchError.self) { try context.fetch(request) }
        #expect(error?.code == .notARelationship)
        #expect(
            error?.description
                == "'tags.note' cannot be prefetched: 'Tag' has no relationship 'note'; did you mean 'notes'?")
    }

    @Test("FLT-8 prefetching from an object that was read before reads what is committed now")
    func prefetchingFromAnOlderState() throws {
        let notebook = RuleNotebook(context: context)
        let note = RuleNote(context: context)
        note.content = "old"
        notebook.notes = [note]
        try context.save()
        let other = try context.sibling()
        var request = FetchRequest<RuleNotebook>()
        let held = try other.fetch(request)
        // What is no fault takes no later values.
        for each in held { _ = each.title }
        #expect(held.allSatisfy { !$0.isFault })
        note.content = "new"
        try context.save()
        request.relationshipKeyPathsForPrefetching = ["notes"]
        _ = try other.fetch(request)
        let own = try #require(other.registeredObjects.first { $0.objectID == note.objectID } as? RuleNote)
        #expect(own.content == "new")
        // What was prefetched is no older than what the save is held to.
        own.content = "newer"
        try other.save()
        withExtendedLifetime(held) {}
    }

    @Test("FLT-15 a fetch in batches returns the same objects in the same order")
    func batches() throws {
        for number in 0..<99 { RuleNote(context: context).rank = Int32(number * 7 % 99) }
        try context.save()
        var request = FetchRequest<RuleNote>(sortDescriptors: [SortDescriptor(\.rank)])
        let whole = try context.fetch(request)
        request.fetchBatchSize = 20
        let batched = try context.fetch(request)
        #expect(batched.count == 100)
        #expect(batched == whole)
    }

    @Test("FLT-9 an object is notified before and after it becomes a fault")
    func becomingAFault() {
        _ = fault.title
        fault.calls = []
        context.refresh(fault, mergeChanges: false)
        #expect(fault.calls == ["willTurnIntoFault", "didTurnIntoFault"])
        #expect(fault.isFault)
        #expect(fault.title == "Old")
        #expect(fault.calls.last == "awakeFromFetch")
    }

    @Test("FLT-10 setting a property of a fault reads it first")
    func setting() {
        fault.title = "New"
        #expect(!fault.isFault && fault.calls == ["awakeFromFetch"])
        #expect(fault.committedValues(forKeys: ["title"])["title"] as? String == "Old")
    }

    @Test("FLT-11 an existing object that was requested isn't a fault, and counting fills no faults")
    func lookingUp() throws {
        #expect(try context.count(for: FetchRequest<RuleNote>()) == 1)
        #expect(fault.isFault)
        #expect(try context.existingObject(with: fault.objectID) === fault)
        #expect(!fault.isFault)
    }

    @Test("FLT-14 a fault whose object was deleted reads as deleted, without values")
    func inaccessibleFaults() throws {
        let other = try context.sibling()
        other.delete(try #require(try other.own(fault)))
        try other.save()
        context.refresh(fault, mergeChanges: false)
        #expect(fault.title == nil && fault.rank == 0 && fault.tags.isEmpty)
        #expect(fault.isDeleted)
        #expect(fault.calls.isEmpty)
    }

    @Test("FLT-16 the count of a to-many loads none of its members")
    func countingDestinations() throws {
        let tag = try #require(context.fetch(FetchRequest<RuleTag>()).first)
        #expect(fault.tags.count == 1)
        #expect(tag.isFault)
    }

    @Test("DRV-7 a fetched property is kept until the object is refreshed")
    func keepingFetchedProperties() throws {
        let notebook = try #require(fault.notebook)
        notebook.title = "Old"
        #expect(notebook.namesakes == [fault])
        let new = RuleNote(context: context)
        new.title = "Old"
        #expect(notebook.namesakes == [fault])
        try context.save()
        context.refresh(notebook, mergeChanges: true)
        #expect(notebook.namesakes == [fault, new])
        context.delete(fault)
        #expect(notebook.namesakes == [new])
    }
}
