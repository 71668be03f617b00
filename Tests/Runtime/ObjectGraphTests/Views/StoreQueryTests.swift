import Foundation
import ObjectGraph
import TestSupport
import Testing

/// What a store is asked that holds more than anybody wants to read.
@Suite struct StoreQueryTests {
    private let store: InstrumentedStore
    private let container: PersistentContainer

    init() throws {
        store = InstrumentedStore(model: Office.model)
        container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
        let context = container.newContext()
        for number in 0..<300 {
            let notebook = context.insert("Notebook", ["title": "\(number)"])
            for _ in 0..<2 { context.insert("Note", ["content": "\(number)", "notebook": notebook]) }
        }
        try context.save()
        store.startAccount()
    }

    /// The first hundred notebooks by their titles.
    private var hundred: FetchRequest<ManagedObject> {
        get throws {
            var request = FetchRequest<ManagedObject>(entityName: "Notebook", predicate: try .format("title != '5'"))
            request.sortDescriptors = [ModelSortDescriptor(key: "title")]
            request.fetchLimit = 100
            return request
        }
    }

    @Test("A fetch sends one query, and reading the fetched objects sends none")
    func fetchingSomeAsksOnceAndReadingThemNoMore() throws {
        let context = container.newContext()
        let notebooks = try context.fetch(hundred)
        #expect(store.account == InstrumentedStore.Account(questionCount: 1, rowCount: 100))
        #expect(notebooks.compactMap { $0.text("title") }.count == 100)
        #expect(store.account.questionCount == 1)
    }

    @Test("Following a relationship sends a query for each object, and prefetching one for all")
    func relationships() throws {
        let context = container.newContext()
        let notebooks = try context.fetch(hundred)
        store.startAccount()
        #expect(notebooks.flatMap { $0.members("notes").compactMap { $0.text("content") } }.count == 200)
        #expect(store.account.questionCount == 100)
        let other = container.newContext()
        var request = try hundred
        request.relationshipKeyPathsForPrefetching = ["notes"]
        store.startAccount()
        let prefetched = try other.fetch(request)
        #expect(store.account.questionCount == 2)
        #expect(prefetched.flatMap { $0.members("notes").compactMap { $0.text("content") } }.count == 200)
        #expect(store.account.questionCount == 2)
    }

    @Test("A view of the store is closed when the objects read from it are released")
    func aViewGoesWithWhatWasReadOfIt() throws {
        // That of the latest state stays.
        #expect(store.openViewCount == 1)
        do {
            let context = container.newContext()
            var request = FetchRequest<ManagedObject>(entityName: "Note")
            // The notebooks are read ahead, and what they lead to is left to be asked for.
            request.relationshipKeyPathsForPrefetching = ["notebook"]
            let notes = try context.fetch(request)
            #expect(Set(notes.compactMap { $0.value(forKey: "notebook") as? ManagedObject }).count == 300)
            notes[0].setValue("new", forKey: "content")
            try context.save()
        }
        #expect(store.openViewCount == 1)
    }

    @Test("Saving a change sends no query")
    func savingAChangeReadsNothing() throws {
        let context = container.newContext()
        context.insert("Person", ["name": "Ann", "city": "Ghent"])
        try context.save()
        let other = container.newContext()
        let ann = try #require(other.fetch(FetchRequest<ManagedObject>(entityName: "Person")).first)
        store.startAccount()
        for city in ["Bruges", "Liège"] {
            ann.setValue(city, forKey: "city")
            try other.save()
            #expect(ann.text("city") == city)
        }
        #expect(store.account.questionCount == 0)
        let request = try FetchRequest<ManagedObject>(entityName: "Person", predicate: .format("city == 'Liège'"))
        #expect(try container.newContext().count(for: request) == 1)
    }

    @Test("A batch is read when one of its objects is first accessed")
    func batches() throws {
        let context = container.newContext()
        var request = try hundred
        request.fetchBatchSize = 20
        let notebooks = try context.fetch(request)
        #expect(store.account == InstrumentedStore.Account(questionCount: 1, rowCount: 0))
        #expect(notebooks[7].text("title") != nil)
        #expect(store.account == InstrumentedStore.Account(questionCount: 2, rowCount: 20))
        #expect(notebooks.compactMap { $0.text("title") }.count == 100)
        #expect(store.account == InstrumentedStore.Account(questionCount: 6, rowCount: 100))
    }

    @Test("FLT-15 a child context reads a batch at a time, too")
    func batchesOfAChild() throws {
        let context = container.newContext()
        let child = ManagedObjectContext(parent: context)
        var request = try hundred
        request.fetchBatchSize = 20
        let notebooks = try child.fetch(request)
        #expect(store.account == InstrumentedStore.Account(questionCount: 1, rowCount: 0))
        #expect(notebooks[7].text("title") != nil)
        #expect(store.account == InstrumentedStore.Account(questionCount: 2, rowCount: 20))
        #expect(notebooks.compactMap { $0.text("title") }.count == 100)
        #expect(store.account == InstrumentedStore.Account(questionCount: 6, rowCount: 100))
    }

    @Test("An unreadable fault becomes a deleted object if the context is set to do so")
    func unreadableFaults() throws {
        let context = container.newContext()
        var request = try hundred
        request.includesPropertyValues = false
        let notebooks = try context.fetch(request)
        context.shouldDeleteUnreadableFaults = true
        store.failAfter(0)
        #expect(notebooks[0].text("title") == nil)
        #expect(notebooks[0].isDeleted)
        store.failAfter(nil)
        #expect(notebooks[1].text("title") != nil)
        #expect(!context.hasChanges)
    }

    @Test("A fetched results controller merges an insertion with at most one query")
    func fetchedResults() throws {
        let context = container.newContext()
        var request = try hundred
        request.fetchLimit = 0
        request.predicate = try .format("title BEGINSWITH '1'")
        let controller = try FetchedResultsController(fetchRequest: request, managedObjectContext: context)
        try controller.performFetch()
        // Somebody listens.
        let snapshots = controller.snapshots
        defer { withExtendedLifetime(snapshots) {} }
        context.automaticallyMergesChangesFromParent = true
        let count = try #require(controller.fetchedObjects?.count)
        let other = container.newContext()
        other.insert("Notebook", ["title": "1x"])
        try other.save()
        store.startAccount()
        context.processPendingChanges()
        #expect(controller.fetchedObjects?.count == count + 1)
        #expect(store.account.questionCount <= 1)
    }

    @Test("A store can leave any part of a query to the context")
    func aStoreMayLeaveAnyPartOfAQuery() throws {
        let expected = try container.newContext().fetch(hundred).map { $0.text("title") }
        for parts in [[.predicate], [.order], [.range], [.predicate, .order, .range]] as [StoreResult.Parts] {
            store.leave(parts)
            let context = container.newContext()
            #expect(try context.fetch(hundred).map { $0.text("title") } == expected)
            #expect(try context.count(for: hundred) == 100)
        }
    }

    @Test("A delete rule reads destinations in batches")
    func deletingByRuleAsksInBatches() throws {
        let context = container.newContext()
        let notebooks = try context.fetch(hundred)
        store.startAccount()
        for notebook in notebooks.prefix(3) { context.delete(notebook) }
        try context.save()
        #expect(try container.newContext().count(for: FetchRequest<ManagedObject>(entityName: "Notebook")) == 297)
        #expect(store.account.questionCount < 20)
    }

    @Test("A fetch throws the error of the store, and the next fetch succeeds")
    func failingFetches() throws {
        let context = container.newContext()
        store.failAfter(0)
        #expect(throws: InstrumentedStore.InjectedError.self) { try context.fetch(hundred) }
        store.failAfter(nil)
        #expect(try context.fetch(hundred).count == 100)
    }

    #if compiler(>=6.2)
        @Test("An unreadable fault stops the program and names the object and the store")
        func fatalFaults() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let store = InstrumentedStore(model: Office.model)
                let container = try PersistentContainer(model: Office.model, store: OpenStoreDescription(store))
                let context = container.newContext()
                let ann = context.insert("Person", ["name": "Ann", "city": "Ghent"])
                try context.save()
                let other = container.newContext()
                let fault = other.object(with: ann.objectID)
                store.failAfter(0)
                withExtendedLifetime(other) { _ = fault.text("city") }
            }
            #expect(result?.fatalMessage == "<Person Person/p1> cannot be read from the store …: InjectedError()")
        }
    #endif
}
