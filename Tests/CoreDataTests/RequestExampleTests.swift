import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

/// The examples in the doc comments of requests and their results.
@MainActor
@Suite struct RequestExampleTests {
    private let folder: TemporaryFolder
    private let container = makeContainer()
    private let hero: Superhero
    private var context: NSManagedObjectContext { container.viewContext }
    private var url: URL { folder.url.appending(path: "Heroes.sqlite") }

    /// A hero, saved.
    init() throws {
        folder = try TemporaryFolder()
        hero = Superhero(context: container.viewContext)
        hero.name = "Batgirl"
        try container.viewContext.save()
    }

    @Test("The examples of an asynchronous fetch take its result, or cancel it", .timeLimit(.minutes(1)))
    func asynchronousFetches() async throws {
        let fetch = NSFetchRequest<Superhero>(entityName: "Superhero")
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        var ended = ends.makeAsyncIterator()
        var names: [String?] = []
        func receive(_ result: NSAsynchronousFetchResult<Superhero>) {
            defer { end.yield() }
            // Example: NSAsynchronousFetchResult
            if let error = result.operationError { return print("The heroes cannot be shown:", error) }
            names = result.finalResult?.map(\.name) ?? []
            // End
        }
        let request = NSAsynchronousFetchRequest(fetchRequest: fetch) { receive($0) }
        try context.execute(request)
        await ended.next()
        #expect(names == ["Batgirl"])
        names = []
        // Example: NSPersistentStoreAsynchronousResult
        let running = try context.execute(request) as? NSPersistentStoreAsynchronousResult
        running?.cancel()  // The view has been closed. What has begun goes on.
        // End
        #expect(running?.managedObjectContext === context)
        await ended.next()
        #expect(names.isEmpty && (running?.operationError as? CocoaError)?.code == .userCancelled)
    }

    /// Adds a store that can't be changed, with some heroes.
    private func addArchive(_ names: [String]) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: container.managedObjectModel)
        let archive = try coordinator.addPersistentStore(type: .sqlite, at: url)
        let writer = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        writer.persistentStoreCoordinator = coordinator
        for name in names { Superhero(context: writer).name = name }
        try writer.save()
        try coordinator.remove(archive)
        try container.persistentStoreCoordinator.addPersistentStore(
            type: .sqlite, at: url, options: [NSReadOnlyPersistentStoreOption: true])
    }

    @Test("The examples of requests count objects, restrict stores, and name their types")
    func requests() throws {
        // Example: NSFetchRequestResult
        func firstResult<Result: NSFetchRequestResult>(of request: NSFetchRequest<Result>) throws -> Result? {
            request.fetchLimit = 1
            return try context.fetch(request).first
        }
        // End
        #expect(try firstResult(of: NSFetchRequest<Superhero>(entityName: "Superhero")) === hero)
        // Example: NSFetchRequestResultType
        let request = NSFetchRequest<NSNumber>(entityName: "Superhero")
        request.resultType = .countResultType
        let count = try context.fetch(request).first?.intValue
        // End
        #expect(count == 1)
        try addArchive(["Oracle", "Huntress"])
        // Example: NSPersistentStoreRequest
        let archives = container.persistentStoreCoordinator.persistentStores.filter(\.isReadOnly)
        request.affectedStores = archives  // Only objects in the archives
        // End
        #expect(archives.map(\.url) == [url])
        #expect(try context.fetch(request).first?.intValue == 2)
        var kinds: [String] = []
        for request: NSPersistentStoreRequest in [request, NSBatchInsertRequest(entityName: "Superhero", objects: [])] {
            // Example: NSPersistentStoreRequestType
            switch request.requestType {
            case .fetchRequestType: kinds.append("fetch")
            case .saveRequestType: kinds.append("save")
            default: kinds.append("batch")
            }
            // End
        }
        #expect(kinds == ["fetch", "batch"])
    }

    @Test("The examples of batch results insert, change, and delete a hero")
    func batches() throws {
        // Example: NSBatchInsertRequestResultType
        let insertion = NSBatchInsertRequest(entityName: "Superhero", objects: [["name": "Oracle"]])
        insertion.resultType = .objectIDs  // To merge the new objects into a context
        // End
        // Example: NSBatchInsertResult
        let inserted = try context.execute(insertion) as? NSBatchInsertResult
        let newIDs = inserted?.result as? [NSManagedObjectID] ?? []
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSInsertedObjectsKey: newIDs], into: [context])
        // End
        #expect(newIDs.count == 1)
        let update = NSBatchUpdateRequest(entityName: "Superhero")
        update.propertiesToUpdate = ["universe": 7]
        // Example: NSBatchUpdateRequestResultType
        update.resultType = .updatedObjectsCountResultType  // Enough to know whether anything has changed
        // End
        // Example: NSBatchUpdateResult
        let updated = try context.execute(update) as? NSBatchUpdateResult
        if let count = updated?.result as? Int, count > 0 { context.refreshAllObjects() }
        // End
        #expect(hero.universe == 7)
        let all = NSFetchRequest<any NSFetchRequestResult>(entityName: "Superhero")
        let deletion = NSBatchDeleteRequest(fetchRequest: all)
        // Example: NSBatchDeleteRequestResultType
        deletion.resultType = .resultTypeObjectIDs  // To remove the objects from a context that shows them
        // End
        // Example: NSBatchDeleteResult
        let deleted = try context.execute(deletion) as? NSBatchDeleteResult
        let oldIDs = deleted?.result as? [NSManagedObjectID] ?? []
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: oldIDs], into: [context])
        // End
        #expect(oldIDs.count == 2)
        // Example: NSPersistentStoreResult
        switch try context.execute(deletion) {
        case let result as NSBatchDeleteResult: print(result.result ?? "done")
        case let result: print("an unexpected result:", result)
        }
        // End
    }

    @Test("The example of a selector sorts without regard to case")
    func selectors() throws {
        for name in ["azrael", "Oracle"] { Superhero(context: context).name = name }
        let request = NSFetchRequest<Superhero>(entityName: "Superhero")
        // Example: Selector
        let comparison = Selector(("localizedCaseInsensitiveCompare:"))
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true, selector: comparison)]
        // End
        #expect(try context.fetch(request).map(\.name) == ["azrael", "Batgirl", "Oracle"])
    }

    @Test("The example of sections lists the objects of each section in order")
    func sections() throws {
        for (name, universe) in [("Thor", 2), ("Robin", 0), ("Hulk", 2)] {
            let hero = Superhero(context: context)
            (hero.name, hero.universe) = (name, Int32(universe))
        }
        let request = NSFetchRequest<Superhero>(entityName: "Superhero")
        request.sortDescriptors = ["universe", "name"].map { NSSortDescriptor(key: $0, ascending: true) }
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "universe", cacheName: nil)
        try controller.performFetch()
        var rows: [String] = []
        // Example: NSFetchedResultsSectionInfo
        for section in controller.sections ?? [] {
            rows.append("Universe \(section.name): \(section.numberOfObjects) heroes")
            for case let hero as Superhero in section.objects ?? [] { rows.append(hero.name ?? "") }
        }
        // End
        #expect(
            rows == ["Universe 0: 2 heroes", "Batgirl", "Robin", "Universe 2: 2 heroes", "Hulk", "Thor"])
    }

    @Test("The examples of the history save a position, and read what has changed since")
    func theHistory() throws {
        let container = newContainer()
        let description = NSPersistentStoreDescription(url: url)
        description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { #expect($1 == nil) }
        let (context, tokenURL) = (container.viewContext, folder.url.appending(path: "token"))
        let oracle = Superhero(context: context)
        oracle.name = "Oracle"
        try context.save()
        var (authors, changes): (Set<String>, [String]) = ([], [])
        func read(after token: NSPersistentHistoryToken?) throws -> [NSPersistentHistoryTransaction] {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            // Example: NSPersistentHistoryResult
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []  // With the usual result type
            // End
            // Example: NSPersistentHistoryTransaction
            for transaction in transactions where transaction.author != "app" {
                authors.insert(transaction.author ?? transaction.processID)
                context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            }
            // End
            // Example: NSPersistentHistoryChange
            for change in transactions.flatMap({ $0.changes ?? [] }) {
                switch change.changeType {
                case .insert: changes.append("new")
                case .update: changes.append("changed \(change.updatedProperties?.map(\.name).sorted() ?? [])")
                default: changes.append("deleted \(change.tombstone ?? [:])")
                }
            }
            // End
            return transactions
        }
        let transactions = try read(after: nil)
        #expect(authors.count == 1 && changes == ["new"])
        // Example: NSPersistentHistoryToken
        if let token = transactions.last?.token {
            let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
            try data.write(to: tokenURL, options: .atomic)
        }
        let saved = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: NSPersistentHistoryToken.self, from: Data(contentsOf: tokenURL))
        // End
        #expect(saved == transactions.last?.token)
        changes = []
        context.transactionAuthor = "app"
        oracle.name = "Batgirl"
        try context.save()
        #expect(try read(after: saved).count == 1)
        #expect(authors.count == 1 && changes == ["changed [\"name\"]"])
    }
}
