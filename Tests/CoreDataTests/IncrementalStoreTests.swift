import CoreData
import Foundation
import Testing

@MainActor
@Suite struct IncrementalStoreTests {
    private let service = LibraryService()
    private let coordinator: NSPersistentStoreCoordinator

    init() throws {
        NSPersistentStoreCoordinator.registerStoreClass(WebStore.self, forStoreType: "Web")
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
        let store = try coordinator.addPersistentStore(
            ofType: "Web", configurationName: nil, at: URL(string: "https://library.example"),
            options: ["service": service])
        #expect(store is WebStore && store.identifier == "4D2A5A5C-8E5F-4B5B-9C0B-0C5B3E9A1F10")
    }

    private var context: NSManagedObjectContext { Library.context(coordinator) }

    /// What the service was asked since the last time.
    private func requests() -> [String] {
        defer { service.requests = [] }
        return service.requests
    }

    private func fetch(
        _ entityName: String, _ format: String? = nil, in context: NSManagedObjectContext
    ) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entityName)
        request.predicate = format.map { NSPredicate(format: $0) }
        return try context.fetch(request)
    }

    /// Has the service keep an author (1) of two books (2 and 3).
    private func fill() {
        service.resources = [
            1: .init(entity: "Author", fields: ["name": "Tolstoy", "books": [2, 3]], version: 7),
            2: .init(entity: "Book", fields: ["title": "War and Peace", "pages": 1225, "author": [1]], version: 1),
            3: .init(entity: "Book", fields: ["title": "Anna Karenina", "pages": 864, "author": [1]], version: 1),
        ]
    }

    @Test("Fetched objects are faults, whose values are requested when they are first used")
    func fetchedFaults() throws {
        fill()
        let context = context
        let books = try fetch("Book", "pages > 1000", in: context)
        #expect(books.count == 1 && books[0].isFault && requests() == ["fetch Book"])
        #expect(books[0].value(forKey: "title") as? String == "War and Peace" && requests() == ["values 2"])
        #expect(books[0].value(forKey: "pages") as? Int == 1225 && requests().isEmpty)
        let author = try #require(books[0].value(forKey: "author") as? NSManagedObject)
        #expect(requests() == ["author 2"])
        #expect((author.value(forKey: "books") as? NSSet)?.count == 2)
        #expect(author.value(forKey: "name") as? String == "Tolstoy")
        #expect(requests().sorted() == ["books 1", "values 1"])
        let uri = author.objectID.uriRepresentation()
        #expect(uri.absoluteString == "x-coredata://4D2A5A5C-8E5F-4B5B-9C0B-0C5B3E9A1F10/Author/p1")
        #expect(coordinator.managedObjectID(forURIRepresentation: uri) == author.objectID)
    }

    @Test("Fetches sort, limit, and count objects, and return object IDs or dictionaries")
    func requestsSayWhatIsWanted() throws {
        fill()
        let context = context
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        #expect(try context.fetch(request).map { $0.value(forKey: "pages") as? Int } == [864, 1225])
        request.fetchOffset = 1
        request.fetchLimit = 1
        #expect(try context.fetch(request).map { $0.value(forKey: "pages") as? Int } == [1225])
        _ = requests()
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) == 2)
        #expect(requests() == ["count Book"])
        let identities = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
        identities.resultType = .managedObjectIDResultType
        let store = try #require(coordinator.persistentStores.first as? WebStore)
        #expect(try context.fetch(identities).map { store.referenceObject(for: $0) as? Int } == [2, 3])
        let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Book")
        dictionaries.resultType = .dictionaryResultType
        dictionaries.propertiesToFetch = ["title"]
        let titles = try context.fetch(dictionaries).compactMap { $0["title"] as? String }
        #expect(titles.sorted() == ["Anna Karenina", "War and Peace"])
    }

    @Test("Fetches include the unsaved changes of the context")
    func changesOfTheContextCountInFetches() throws {
        fill()
        let context = context
        let book = try #require(try fetch("Book", "pages == 864", in: context).first)
        book.setValue(1000, forKey: "pages")
        Library.insert("Book", ["title": "Resurrection", "pages": 500], into: context)
        #expect(try Library.titles("pages < 1100", in: context) == ["Anna Karenina", "Resurrection"])
        #expect(try Library.titles("pages == 864", in: context).isEmpty)
    }

    @Test("A save gives inserted, updated, and deleted objects to the store, with permanent object IDs")
    func savedObjects() throws {
        let context = context
        let author = Library.insert("Author", ["name": "Austen"], into: context)
        let book = Library.insert("Book", ["title": "Emma", "pages": 474, "author": author], into: context)
        try context.save()
        #expect(requests() == ["numbers for 2", "save"] && !context.hasChanges && !book.objectID.isTemporaryID)
        let store = try #require(coordinator.persistentStores.first as? WebStore)
        let number = try #require(store.referenceObject(for: book.objectID) as? Int)
        #expect(service.resources[number]?.fields["title"] as? String == "Emma")
        let other = self.context
        let found = try #require(try fetch("Book", "title == 'Emma'", in: other).first)
        #expect(found.objectID == book.objectID && found.value(forKeyPath: "author.name") as? String == "Austen")
        found.setValue("Emma Woodhouse", forKey: "title")
        try other.save()
        #expect(service.resources[number]?.version == 2)
        context.refresh(book, mergeChanges: false)
        #expect(book.value(forKey: "title") as? String == "Emma Woodhouse")
        context.delete(author)
        try context.save()
        #expect(service.resources.isEmpty)
    }

    @Test("An object reachable only from a new one does not block saving")
    func objectReachableOnlyFromANewOne() throws {
        fill()
        let (context, other) = (self.context, self.context)
        let author = try #require(try fetch("Author", "name == 'Tolstoy'", in: context).first)
        #expect(author.value(forKey: "name") as? String == "Tolstoy")
        Library.insert("Book", ["title": "Resurrection", "pages": 500, "author": author], into: context)
        try context.save()
        // The service counts the author as changed, and another context reads its new version.
        let seen = try #require(try fetch("Author", "name == 'Tolstoy'", in: other).first)
        #expect(seen.value(forKey: "name") as? String == "Tolstoy")
        author.setValue("Leo Tolstoy", forKey: "name")
        try context.save()
        seen.setValue("Lev Tolstoy", forKey: "name")
        #expect(throws: (any Error).self) { try other.save() }
    }

    @Test("Saving another context of the coordinator fails while the store executes a request")
    func nestedSaves() throws {
        let (context, other) = (self.context, self.context)
        Library.insert("Book", ["title": "Emma"], into: other)
        var refusals: [NSError] = []
        service.whenAsked = {
            do { try other.save() } catch { refusals.append(error as NSError) }
        }
        #expect(try fetch("Book", in: context).isEmpty)
        #expect(refusals.map(\.code) == [NSCoreDataError] && other.hasChanges && service.resources.isEmpty)
        service.whenAsked = {}
        try other.save()
        #expect(!other.hasChanges && service.resources.count == 1)
    }

    @Test("An object that the service lost and has again is read")
    func restoredObjects() throws {
        fill()
        let context = context
        let book = try #require(try fetch("Book", "pages == 864", in: context).first)
        book.setValue(865, forKey: "pages")
        try context.save()
        let kept = service.resources.removeValue(forKey: 3)
        context.refresh(book, mergeChanges: false)
        #expect(throws: (any Error).self) { try context.existingObject(with: book.objectID) }
        service.resources[3] = kept
        let found = try self.context.existingObject(with: book.objectID)
        #expect(found.value(forKey: "pages") as? Int == 865)
    }

    @Test("Numbers too large for a signed integer are distinct reference objects")
    func largeReferenceObjects() throws {
        let store = try #require(coordinator.persistentStores.first as? WebStore)
        let book = try #require(coordinator.managedObjectModel.entitiesByName["Book"])
        let numbers = [UInt64.max, UInt64.max - 1, UInt64(Int64.max)]
        let objectIDs = numbers.map { store.newObjectID(for: book, referenceObject: $0) }
        #expect(Set(objectIDs).count == 3)
        #expect(objectIDs.map { store.referenceObject(for: $0) as? UInt64 } == numbers)
    }

    @Test("Firing a fault outside of `perform` does not retain the coordinator")
    func releasedCoordinators() throws {
        fill()
        weak var gone: NSPersistentStoreCoordinator?
        func read() throws {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
            try coordinator.addPersistentStore(
                ofType: "Web", configurationName: nil, at: URL(string: "https://other.example"),
                options: ["service": service])
            gone = coordinator
            let context = Library.context(coordinator)
            let book = try #require(try fetch("Book", "pages == 864", in: context).first)
            #expect(book.value(forKey: "title") as? String == "Anna Karenina" && !context.hasChanges)
        }
        try read()
        #expect(gone == nil)
    }

    @Test("Removing a store that the coordinator does not have fails")
    func unknownStores() throws {
        let url = try #require(URL(string: "https://nowhere.example"))
        let store = WebStore(persistentStoreCoordinator: nil, configurationName: nil, at: url)
        #expect(throws: (any Error).self) { try coordinator.remove(store) }
        let own = try #require(coordinator.persistentStores.first)
        try coordinator.remove(own)
        #expect(throws: (any Error).self) { try coordinator.remove(own) }
    }

    @Test("Contexts on several queues can save to the store and fetch from it at the same time")
    func concurrentContexts() async throws {
        try await withThrowingTaskGroup { group in
            for task in 0..<4 {
                let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
                context.persistentStoreCoordinator = coordinator
                group.addTask {
                    try await context.perform {
                        for number in 0..<25 {
                            Library.insert("Book", ["title": "\(task)", "pages": number], into: context)
                            if number % 5 == 4 { try context.save() }
                        }
                        #expect(try Library.titles("title == '\(task)'", in: context).count == 25)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(service.resources.count == 100 && Set(service.requests).contains("save"))
    }

    @Test("Permanent object IDs can be obtained before a save, which keeps them")
    func identitiesCanBeObtainedBeforeTheSave() throws {
        let context = context
        let book = Library.insert("Book", ["title": "Emma"], into: context)
        try context.obtainPermanentIDs(for: [book])
        let objectID = book.objectID
        #expect(!objectID.isTemporaryID && requests() == ["numbers for 1"])
        try context.save()
        #expect(book.objectID == objectID && requests() == ["save"] && service.resources.count == 1)
    }

    @Test("A child context saves to the store when its parent is saved")
    func aChildContextSavesThroughItsParent() throws {
        let parent = context
        let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        child.parent = parent
        Library.insert("Book", ["title": "Emma"], into: child)
        try child.save()
        #expect(service.resources.isEmpty)
        try parent.save()
        #expect(service.resources.count == 1)
        #expect(try Library.titles(in: child) == ["Emma"])
    }

    @Test("Changing one object in two contexts is a conflict, which a merge policy resolves")
    func contextsThatChangeOneObjectAreInConflict() throws {
        fill()
        let (first, second) = (context, context)
        let mine = try #require(try fetch("Author", in: first).first)
        let theirs = try #require(try fetch("Author", in: second).first)
        mine.setValue("Lev", forKey: "name")
        theirs.setValue("Leo", forKey: "name")
        try first.save()
        let error = try #require(throws: NSError.self) { try second.save() }
        #expect(error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectMergeError)
        let conflict = try #require((error.userInfo["conflictList"] as? [NSMergeConflict])?.first)
        #expect(conflict.sourceObject === theirs && conflict.cachedSnapshot?["name"] as? String == "Lev")
        #expect(service.resources[1]?.fields["name"] as? String == "Lev")
        second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try second.save()
        #expect(service.resources[1]?.fields["name"] as? String == "Leo")
    }

    @Test("Changes by the service are read after a refresh, and are a conflict before it")
    func changesOfTheService() throws {
        fill()
        let (first, second) = (context, context)
        let mine = try #require(try fetch("Author", in: first).first)
        #expect(mine.value(forKey: "name") as? String == "Tolstoy")
        service.resources[1]?.fields["name"] = "L. N. Tolstoy"
        service.resources[1]?.version = 8
        mine.setValue("Lev", forKey: "name")
        let theirs = try #require(try fetch("Author", in: second).first)
        second.refresh(theirs, mergeChanges: false)
        #expect(theirs.value(forKey: "name") as? String == "L. N. Tolstoy")
        let error = try #require(throws: NSError.self) { try first.save() }
        #expect(error.code == NSManagedObjectMergeError)
        first.rollback()
        first.refresh(mine, mergeChanges: false)
        mine.setValue("Lev", forKey: "name")
        try first.save()
        #expect(service.resources[1]?.fields["name"] as? String == "Lev")
    }

    @Test("A merge policy resolves a conflict that the store reports")
    func reportedConflicts() throws {
        fill()
        let context = context
        let author = try #require(try fetch("Author", in: context).first)
        author.setValue("Lev", forKey: "name")
        service.resources[1]?.fields["born"] = Date(timeIntervalSinceReferenceDate: 1)
        service.resources[1]?.version = 8
        service.failures = [
            NSError(
                domain: NSCocoaErrorDomain, code: NSManagedObjectMergeError,
                userInfo: [
                    "conflictList": [
                        NSMergeConflict(
                            source: author, newVersion: 8, oldVersion: 7, cachedSnapshot: nil, persistedSnapshot: nil)
                    ]
                ])
        ]
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try context.save()
        #expect(service.resources[1]?.fields["name"] as? String == "Lev")
        #expect(service.resources[1]?.fields["born"] as? Date == Date(timeIntervalSinceReferenceDate: 1))
    }

    @Test("Fetches, counts, and saves throw the store's errors unchanged")
    func errorsOfTheStoreArriveUnchanged() throws {
        struct UnreachableError: Error, Equatable {
            var reason: String
        }
        fill()
        let context = context
        let wanted = UnreachableError(reason: "the cable is cut")
        service.failures = [wanted, wanted, wanted]
        #expect(throws: wanted) { try fetch("Book", in: context) }
        #expect(throws: wanted) { try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) }
        Library.insert("Book", ["title": "Emma"], into: context)
        #expect(throws: wanted) { try context.save() }
        _ = requests()
        service.failures = [
            NSError(domain: "Service", code: 503, userInfo: [NSLocalizedDescriptionKey: "closed"])
        ]
        service.failsOnlySaves = true
        let error = try #require(throws: NSError.self) { try context.save() }
        #expect(error.domain == "Service" && error.code == 503 && error.localizedDescription == "closed")
        #expect(context.insertedObjects.count == 1 && service.resources.count == 3)
        try context.save()
        #expect(service.resources.count == 4)
    }

    @Test(
        "A context that merges tries again after its store has failed, without another event", .timeLimit(.minutes(10)),
        arguments: [NSManagedObjectContextConcurrencyType.mainQueueConcurrencyType, .privateQueueConcurrencyType])
    func mergingAgain(_ type: NSManagedObjectContextConcurrencyType) async throws {
        fill()
        let context = NSManagedObjectContext(concurrencyType: type)
        context.persistentStoreCoordinator = coordinator
        let objectID = try context.performAndWait {
            context.automaticallyMergesChangesFromParent = true
            let author = try #require(try fetch("Author", in: context).first)
            _ = author.value(forKey: "name")
            // Keeps the author registered until it is merged.
            context.retainsRegisteredObjects = true
            return author.objectID
        }
        let (merges, merged) = AsyncStream.makeStream(of: Void.self)
        let token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in merged.yield() }
        let others = self.context
        try context.performAndWait {
            try others.existingObject(with: objectID).setValue("Lev", forKey: "name")
            try others.save()
            // For the attempts at the end of this block and after it, which are the only ones that events cause.
            service.failures = [NSError(domain: "Service", code: 503), NSError(domain: "Service", code: 503)]
        }
        for await _ in merges { break }
        let name = try await context.perform {
            try context.existingObject(with: objectID).value(forKey: "name") as? String
        }
        #expect(name == "Lev" && service.failures.isEmpty)
        NotificationCenter.default.removeObserver(token)
    }

    @Test("Reading an object that the service does not have fails, and its fault counts as deleted")
    func missingObjects() throws {
        fill()
        let context = context
        let store = try #require(coordinator.persistentStores.first as? WebStore)
        let entity = try #require(coordinator.managedObjectModel.entitiesByName["Book"])
        let objectID = store.newObjectID(for: entity, referenceObject: 99)
        let error = try #require(throws: NSError.self) { try context.existingObject(with: objectID) }
        #expect(error.code == NSManagedObjectReferentialIntegrityError)
        let book = context.object(with: objectID)
        #expect(book.value(forKey: "title") == nil && book.isDeleted)
    }

    @Test("The store is told which objects a context registers and unregisters")
    func registeredObjects() throws {
        fill()
        let context = context
        let store = try #require(coordinator.persistentStores.first as? WebStore)
        let books = try fetch("Book", in: context)
        let objectIDs = Set(books.map(\.objectID))
        #expect(Set(store.registered) == objectIDs && store.unregistered.isEmpty)
        context.reset()
        #expect(Set(store.unregistered) == objectIDs)
        withExtendedLifetime(books) {}
    }

    @Test("A removed store receives no more requests")
    func removedStore() throws {
        fill()
        let context = context
        let store = try #require(coordinator.persistentStores.first as? WebStore)
        try coordinator.remove(store)
        #expect(store.events == ["added", "removed"] && store.persistentStoreCoordinator == nil)
        #expect(try fetch("Book", in: context).isEmpty && requests().isEmpty)
    }

    // MARK: - Stores that do not do what they must

    /// What the store is to do otherwise, and what the error says of that.
    @Test(
        "An invalid answer of a store is an error that says what is wrong",
        arguments: [
            (
                WebStore.Fault.resultType,
                """
                WebStore: execute(_:with:) must return an array of objects or object IDs for a fetch, but returned \
                String
                """
            ), (.count, "WebStore: execute(_:with:) must return an array of one number, but returned String"),
            (.repetition, "the store violates a requirement: a result contains each object once (Book/…)"),
            (
                .entity,
                "the store violates a requirement: a store returns only objects of the requested entities (Author/…)"
            ),
            (
                .strangeIdentity,
                "the store violates a requirement: a result contains only the store's own object IDs (Book/…)"
            ), (.fewIdentities, "WebStore: obtainPermanentIDs(for:) returned 0 of 1 IDs"),
            (.sameIdentity, "WebStore: obtainPermanentIDs(for:) returned Book/… for two objects"),
            (.otherEntity, "WebStore: obtainPermanentIDs(for:) returned Author/… for a new object of 'Book'"),
            (.otherNode, "WebStore: newValuesForObject(with:with:) returned Book/…, but Book/… was requested"),
            (.valueType, "WebStore: 'pages' of Book/…: expected a valid Integer 32, got String"),
            (
                .destinations,
                "WebStore: 'author' of Book/…: expected one object for a to-one relationship, got a collection"
            ),
        ])
    func brokenRequirements(_ fault: WebStore.Fault, _ message: String) throws {
        fill()
        let context = context
        try #require(coordinator.persistentStores.first as? WebStore).fault = fault
        let error = try #require(throws: NSError.self) {
            switch fault {
            case .count: _ = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book"))
            case .fewIdentities, .sameIdentity, .otherEntity:
                // An identity that an object has is known once the object was read.
                _ = try fetch("Book", in: context).map { $0.value(forKey: "title") }
                Library.insert("Book", ["title": "Emma"], into: context)
                try context.save()
            case .otherNode, .valueType, .destinations:
                let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
                request.returnsObjectsAsFaults = false
                _ = try context.fetch(request)
            default: _ = try fetch("Book", in: context)
            }
        }
        #expect(error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreOperationError)
        // The numbers of the objects depend on what other tests have made.
        #expect(error.localizedDescription.replacing(/\/[pt]\d+/, with: "/…") == message)
    }

    @Test("Adding a store without an identifier in its metadata fails")
    func aStoreWithoutAnIdentityIsNotOpened() throws {
        final class Nameless: NSIncrementalStore, @unchecked Sendable {
            override var type: String { "Nameless" }
            override func loadMetadata() throws { metadata = [:] }
            override var metadata: [String: Any]! {
                get { [NSStoreTypeKey: type] }
                set {}
            }
        }
        NSPersistentStoreCoordinator.registerStoreClass(Nameless.self, forStoreType: "Nameless")
        let error = try #require(throws: NSError.self) {
            try coordinator.addPersistentStore(ofType: "Nameless", configurationName: nil, at: nil)
        }
        #expect(error.code == NSPersistentStoreOpenError && error.localizedDescription.contains(NSStoreUUIDKey))
        #expect(coordinator.persistentStores.count == 1)
    }
}
