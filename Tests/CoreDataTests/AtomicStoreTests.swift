import CoreData
import Foundation
import TestSupport
import Testing

/// A model of a library, built in code.
enum Library {
    static func model(withPages: Bool = true) -> NSManagedObjectModel {
        let (author, book) = (NSEntityDescription(), NSEntityDescription())
        author.name = "Author"
        book.name = "Book"
        let books = relationship("books", to: book, maxCount: 0, .cascadeDeleteRule)
        let writer = relationship("author", to: author, maxCount: 1, .nullifyDeleteRule)
        books.inverseRelationship = writer
        writer.inverseRelationship = books
        let friends = relationship("friends", to: author, maxCount: 0, .nullifyDeleteRule)
        friends.inverseRelationship = friends
        author.properties = [attribute("name", .string), attribute("born", .date), books, friends]
        book.properties =
            [attribute("title", .string), writer] + (withPages ? [attribute("pages", .integer32)] : [])
        let model = NSManagedObjectModel()
        model.entities = [author, book]
        return model
    }

    private static func attribute(
        _ name: String, _ type: NSAttributeDescription.AttributeType
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.type = type
        return attribute
    }

    private static func relationship(
        _ name: String, to entity: NSEntityDescription, maxCount: Int, _ rule: NSDeleteRule
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = entity
        relationship.maxCount = maxCount
        relationship.deleteRule = rule
        return relationship
    }

    static func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @discardableResult
    static func insert(
        _ entityName: String, _ values: [String: Any], into context: NSManagedObjectContext
    ) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entityName, into: context)
        object.setValuesForKeys(values)
        return object
    }

    static func titles(_ format: String? = nil, in context: NSManagedObjectContext) throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        return try context.fetch(request).compactMap { $0.value(forKey: "title") as? String }
    }
}

@MainActor
@Suite struct AtomicStoreTests {
    init() {
        NSPersistentStoreCoordinator.registerStoreClass(PropertyListStore.self, forStoreType: "PropertyList")
    }

    private func open(
        _ url: URL, _ model: NSManagedObjectModel = Library.model(), _ options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: "PropertyList", configurationName: nil, at: url, options: options)
        #expect(store is PropertyListStore && store.type == "PropertyList" && store.url == url)
        #expect(store.persistentStoreCoordinator === coordinator && coordinator.persistentStores == [store])
        return coordinator
    }

    /// A file with an author of two books.
    private func makeFile(in folder: TemporaryFolder) throws -> URL {
        let url = folder.url.appending(path: "Library.plist")
        let context = Library.context(try open(url))
        let tolstoy = Library.insert(
            "Author", ["name": "Tolstoy", "born": Date(timeIntervalSinceReferenceDate: 0)], into: context)
        for (title, pages) in [("War and Peace", 1225), ("Anna Karenina", 864)] {
            Library.insert("Book", ["title": title, "pages": pages, "author": tolstoy], into: context)
        }
        try context.save()
        return url
    }

    @Test("Saved objects are read when the store is opened again, with the same object IDs")
    func savedObjects() throws {
        let folder = try TemporaryFolder()
        let url = try makeFile(in: folder)
        let coordinator = try open(url)
        let context = Library.context(coordinator)
        #expect(try Library.titles(in: context) == ["Anna Karenina", "War and Peace"])
        #expect(try Library.titles("pages > 1000", in: context) == ["War and Peace"])
        #expect(try Library.titles("author.name BEGINSWITH 'T' AND pages < 1000", in: context) == ["Anna Karenina"])
        let author = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Author")).first)
        #expect(author.value(forKey: "born") as? Date == Date(timeIntervalSinceReferenceDate: 0))
        #expect((author.value(forKey: "books") as? NSSet)?.count == 2)
        let store = try #require(coordinator.persistentStores.first)
        let uri = author.objectID.uriRepresentation()
        let reference = try #require((store as? PropertyListStore)?.referenceObject(for: author.objectID) as? String)
        #expect(uri.absoluteString == "x-coredata://\(store.identifier ?? "")/Author/p\(reference)")
        #expect(coordinator.managedObjectID(forURIRepresentation: uri) == author.objectID)
        let other = try open(url)
        #expect(other.persistentStores.first?.identifier == store.identifier)
        let same = try #require(other.managedObjectID(forURIRepresentation: uri))
        #expect(try Library.context(other).existingObject(with: same).value(forKey: "name") as? String == "Tolstoy")
    }

    @Test("Cache nodes that refer to one another are released with their store")
    func releasedNodes() throws {
        let folder = try TemporaryFolder()
        let url = try makeFile(in: folder)
        weak var gone: NSAtomicStoreCacheNode?
        func read() throws {
            let store = try #require(try open(url).persistentStores.first as? PropertyListStore)
            gone = store.cacheNodes().first { $0.objectID.entity.name == "Author" }
            #expect((gone?.value(forKey: "books") as? NSSet)?.count == 2)
        }
        try read()
        #expect(gone == nil)
    }

    @Test("Saving writes changes and deletions to the file")
    func changesAndDeletionsReachTheFile() throws {
        let folder = try TemporaryFolder()
        let url = try makeFile(in: folder)
        let context = Library.context(try open(url))
        let books = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book"))
        let anna = try #require(books.first { $0.value(forKey: "pages") as? Int == 864 })
        anna.setValue("Anna", forKey: "title")
        anna.setValue(nil, forKey: "author")
        try context.save()
        let author = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Author")).first)
        #expect((author.value(forKey: "books") as? NSSet)?.count == 1)
        context.delete(author)
        try context.save()
        let later = Library.context(try open(url))
        #expect(try Library.titles(in: later) == ["Anna"])
        #expect(try later.count(for: NSFetchRequest<NSManagedObject>(entityName: "Author")) == 0)
    }

    @Test("New objects that refer to one another are saved together")
    func circularRelationships() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Friends.plist")
        let context = Library.context(try open(url))
        let people = ["A", "B", "C"].map { Library.insert("Author", ["name": $0], into: context) }
        for person in people { person.setValue(NSSet(array: people.filter { $0 !== person }), forKey: "friends") }
        try context.save()
        let later = Library.context(try open(url))
        let found = try later.fetch(NSFetchRequest<NSManagedObject>(entityName: "Author"))
        #expect(found.count == 3 && found.allSatisfy { ($0.value(forKey: "friends") as? NSSet)?.count == 2 })
    }

    @Test("Two contexts of the store meet a conflict, and a refresh turns an object into a fault")
    func conflictsAndFaults() throws {
        let folder = try TemporaryFolder()
        let coordinator = try open(try makeFile(in: folder))
        let (first, second) = (Library.context(coordinator), Library.context(coordinator))
        let request = NSFetchRequest<NSManagedObject>(entityName: "Author")
        let mine = try #require(try first.fetch(request).first)
        let theirs = try #require(try second.fetch(request).first)
        mine.setValue("Lev", forKey: "name")
        theirs.setValue("Leo", forKey: "name")
        try first.save()
        let conflict = try #require(throws: NSError.self) { try second.save() }
        #expect(conflict.code == NSManagedObjectMergeError)
        #expect((conflict.userInfo["conflictList"] as? [NSMergeConflict])?.first?.sourceObject === theirs)
        second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try second.save()
        first.refresh(mine, mergeChanges: false)
        #expect(mine.isFault && mine.value(forKey: "name") as? String == "Leo" && !mine.isFault)
    }

    @Test("A failed save throws the error of the store, and changes no cache nodes")
    func whatASaveThrowsArrivesAndChangesNothing() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "nowhere/Library.plist")
        let coordinator = try open(url)
        let context = Library.context(coordinator)
        let book = Library.insert("Book", ["title": "Emma"], into: context)
        let error = try #require(throws: NSError.self) { try context.save() }
        #expect(error.domain == NSCocoaErrorDomain && error.code == CocoaError.fileNoSuchFile.rawValue)
        let store = try #require(coordinator.persistentStores.first as? PropertyListStore)
        #expect(store.cacheNodes().isEmpty && context.hasChanges)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try context.save()
        #expect(store.cacheNodes().count == 1 && !context.hasChanges)
        book.setValue("Persuasion", forKey: "title")
        try FileManager.default.removeItem(at: url.deletingLastPathComponent())
        #expect(throws: NSError.self) { try context.save() }
        #expect(store.cacheNode(for: book.objectID)?.value(forKey: "title") as? String == "Emma")
        #expect(try Library.titles(in: Library.context(coordinator)) == ["Emma"])
    }

    /// What the page shows is part of the files that it names.
    @Test("The code on the page about stores of your own is in the files that it names")
    func thePageShowsWhatIsInTheFiles() throws {
        let page = try String(
            contentsOf: SourceTree.file("Sources/CoreData/Documentation.docc/OwnStores.md"), encoding: .utf8)
        let lines = { (text: String) in
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        let sections = page.components(separatedBy: "<!-- part of: ").dropFirst()
        #expect(sections.count > 3)
        for section in sections {
            let name = try #require(section.components(separatedBy: " -->").first)
            let code = try #require(section.components(separatedBy: "```swift\n").dropFirst().first)
            let block = lines(try #require(code.components(separatedBy: "\n```").first))
            let file = lines(try String(contentsOf: SourceTree.file(name), encoding: .utf8))
            #expect(file.indices.contains { file[$0...].starts(with: block) }, "\(name): \(block.first ?? "")")
        }
    }

    private func refusal(_ work: () throws -> Void) throws -> NSError {
        let error = try #require(throws: NSError.self) { try work() }
        #expect(error.domain == NSCocoaErrorDomain)
        return error
    }

    @Test("Opening a file of another model, another type, or an unregistered type fails")
    func aFileOfAnotherModelOrTypeIsRefused() throws {
        let folder = try TemporaryFolder()
        let url = try makeFile(in: folder)
        let other = try refusal { _ = try open(url, Library.model(withPages: false)) }
        #expect(other.code == NSPersistentStoreIncompatibleVersionHashError)
        let metadata = try #require(other.userInfo["metadata"] as? [String: Any])
        #expect(Library.model().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        let told = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: "PropertyList", at: url)
        #expect(told[NSStoreUUIDKey] as? String == metadata[NSStoreUUIDKey] as? String)
        NSPersistentStoreCoordinator.registerStoreClass(PropertyListStore.self, forStoreType: "List")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
        let list = try refusal {
            try coordinator.addPersistentStore(ofType: "List", configurationName: nil, at: url)
        }
        #expect(list.code == NSPersistentStoreTypeMismatchError)
        #expect(NSPersistentStoreCoordinator.registeredStoreTypes["List"] != nil)
        NSPersistentStoreCoordinator.registerStoreClass(nil, forStoreType: "List")
        #expect(NSPersistentStoreCoordinator.registeredStoreTypes["List"] == nil)
        #expect(NSPersistentStoreCoordinator.registeredStoreTypes[NSSQLiteStoreType] != nil)
        let unknown = try refusal {
            try coordinator.addPersistentStore(ofType: "List", configurationName: nil, at: url)
        }
        #expect(unknown.code == NSPersistentStoreInvalidTypeError && coordinator.persistentStores.isEmpty)
        try Data("no list".utf8).write(to: url)
        #expect(throws: (any Error).self) { try open(url) }
    }

    @Test("Opening a file with a value of the wrong type fails, with a message that names the property")
    func valuesThatTheModelDoesNotHaveAreRefused() throws {
        let folder = try TemporaryFolder()
        let url = try makeFile(in: folder)
        let text = try String(contentsOf: url, encoding: .utf8)
        try text.replacing("<integer>864</integer>", with: "<string>many</string>")
            .write(to: url, atomically: true, encoding: .utf8)
        let error = try refusal { _ = try open(url) }
        #expect(error.code == NSPersistentStoreOperationError)
        #expect(
            error.localizedDescription.replacing(/\/p\d/, with: "/…")
                == "PropertyListStore: 'pages' of Book/…: expected a valid Integer 32, got String")
        try text.replacing("<string>Tolstoy</string>", with: "<integer>7</integer>")
            .write(to: url, atomically: true, encoding: .utf8)
        let other = try refusal { _ = try open(url) }
        #expect(
            other.localizedDescription.replacing(/\/p\d/, with: "/…")
                == "PropertyListStore: 'name' of Author/…: expected a valid String, got NSNumber")
    }

    @Test("Saving to a read-only store fails, as does a batch request")
    func readOnlyStoresAndBatches() throws {
        let folder = try TemporaryFolder()
        let url = try makeFile(in: folder)
        let options = [NSReadOnlyPersistentStoreOption: NSNumber(value: true)]
        let context = Library.context(try open(url, Library.model(), options))
        Library.insert("Book", ["title": "Emma"], into: context)
        #expect(try refusal { try context.save() }.code == CocoaError.Code.fileWriteNoPermission.rawValue)
        let writable = Library.context(try open(url))
        let deletion = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Book"))
        #expect(try refusal { try writable.execute(deletion) }.code == NSPersistentStoreUnsupportedRequestTypeError)
        #expect(try Library.titles(in: writable).count == 2)
    }

    @Test("A persistent container loads a store of a registered type, and its coordinator destroys the store")
    func containers() throws {
        let folder = try TemporaryFolder()
        let url = try makeFile(in: folder)
        let container = NSPersistentContainer(name: "Library", managedObjectModel: Library.model())
        let description = NSPersistentStoreDescription(url: url)
        description.type = "PropertyList"
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        #expect(try Library.titles(in: container.viewContext).count == 2)
        let coordinator = container.persistentStoreCoordinator
        #expect(throws: NSError.self) {
            try coordinator.replacePersistentStore(
                at: url, withPersistentStoreFrom: url, ofType: "PropertyList")
        }
        try coordinator.destroyPersistentStore(at: url, ofType: "PropertyList")
        #expect(coordinator.persistentStores.isEmpty && !FileManager.default.fileExists(atPath: url.path()))
    }

    @Test("A file without the values of derived attributes can be loaded, and its objects have them")
    func derivedValuesOfAFile() throws {
        let entity = NSEntityDescription()
        entity.name = "Note"
        let (title, plain) = (NSAttributeDescription(), NSDerivedAttributeDescription())
        (title.name, title.type, plain.name, plain.type) = ("title", .string, "plain", .string)
        plain.isOptional = true
        plain.derivationExpression = NSExpression(format: "canonical:(title)")
        entity.properties = [title, plain]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        NSPersistentStoreCoordinator.registerStoreClass(PropertyListStore.self, forStoreType: "PropertyList")
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Notes.plist")
        func open() throws -> NSManagedObjectContext {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.addPersistentStore(ofType: "PropertyList", configurationName: nil, at: url)
            return Library.context(coordinator)
        }
        func plainTitles(_ context: NSManagedObjectContext) throws -> [String?] {
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
                .map { $0.value(forKey: "plain") as? String }
        }
        let first = try open()
        Library.insert("Note", ["title": "Éa"], into: first)
        try first.save()
        #expect(try plainTitles(first) == ["ea"])
        let text = try String(contentsOf: url, encoding: .utf8)
        let damaged = text.replacing("<string>ea</string>", with: "<string>wrong</string>")
        #expect(damaged != text)
        try damaged.write(to: url, atomically: true, encoding: .utf8)
        #expect(try plainTitles(open()) == ["ea"])
    }

    @Test("A save fails if the store returns the same reference object for two objects")
    func twoObjectsOfOneReferenceAreRefused() throws {
        final class Careless: NSAtomicStore, @unchecked Sendable {
            override var type: String { "Careless" }
            override func load() throws {}
            override func save() throws {}
            override func newReferenceObject(for managedObject: NSManagedObject) -> Any { "the only one" }
        }
        NSPersistentStoreCoordinator.registerStoreClass(Careless.self, forStoreType: "Careless")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
        try coordinator.addPersistentStore(ofType: "Careless", configurationName: nil, at: nil)
        let context = Library.context(coordinator)
        for title in ["Emma", "Persuasion"] { Library.insert("Book", ["title": title], into: context) }
        let error = try refusal { try context.save() }
        #expect(
            error.localizedDescription
                == "Careless: newReferenceObject(for:) returned 'the only one' for two 'Book' objects")
        #expect(context.insertedObjects.count == 2)
    }

    @Test("A save fails if the store returns a cache node with another object ID")
    func aNodeOfAnotherObjectIsRefused() throws {
        final class Confused: NSAtomicStore, @unchecked Sendable {
            override var type: String { "Confused" }
            override func load() throws {}
            override func save() throws {}
            override func newReferenceObject(for managedObject: NSManagedObject) -> Any { UUID() }
            override func newCacheNode(for managedObject: NSManagedObject) -> NSAtomicStoreCacheNode {
                NSAtomicStoreCacheNode(objectID: objectID(for: managedObject.entity, withReferenceObject: UUID()))
            }
        }
        NSPersistentStoreCoordinator.registerStoreClass(Confused.self, forStoreType: "Confused")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
        try coordinator.addPersistentStore(ofType: "Confused", configurationName: nil, at: nil)
        let context = Library.context(coordinator)
        Library.insert("Book", ["title": "Emma"], into: context)
        let error = try refusal { try context.save() }
        #expect(
            error.localizedDescription.replacing(/\/p\d/, with: "/…")
                == "Confused: newCacheNode(for:) returned a node with the object ID Book/… instead of Book/…")
    }

    #if compiler(>=6.2)
        @Test("Getting the reference object of a temporary object ID ends the program")
        func anIdentityOfAnotherStoreHasNoReference() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                NSPersistentStoreCoordinator.registerStoreClass(PropertyListStore.self, forStoreType: "PropertyList")
                let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
                let url = URL(fileURLWithPath: "/nowhere/Library.plist")
                let store = try coordinator.addPersistentStore(
                    ofType: "PropertyList", configurationName: nil, at: url)
                let book = Library.insert("Book", ["title": "Emma"], into: Library.context(coordinator))
                _ = (store as? PropertyListStore)?.referenceObject(for: book.objectID)
            }
            #expect(result?.fatalMessage == "the object ID Book/t1 has no reference object: it is temporary")
        }

        @Test("Registering a class that is not a store ends the program")
        func aClassOfAnotherKindIsNotRegistered() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                NSPersistentStoreCoordinator.registerStoreClass(NSManagedObject.self, forStoreType: "Objects")
            }
            #expect(
                result?.fatalMessage == """
                    NSManagedObject is not a subclass of NSAtomicStore or NSIncrementalStore
                    """)
        }
    #endif
}
