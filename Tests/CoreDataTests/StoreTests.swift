import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

@MainActor
@Suite struct StoreTests {
    private func coordinator() -> NSPersistentStoreCoordinator {
        newContainer().persistentStoreCoordinator
    }

    private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test("Destroying a store keeps the large values of another store with the same base name")
    func largeValuesSTO17() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Heroes.sqlite")
        let coordinator = coordinator()
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        let values = folder.url.appending(path: ".Heroes_SUPPORT/_EXTERNAL_DATA")
        try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
        try Data([1]).write(to: values.appending(path: "kept"))
        try Data([2]).write(to: folder.url.appending(path: "Heroes.other"))
        try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType)
        #expect(coordinator.persistentStores.isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false))
        #expect(names.sorted() == [".Heroes_SUPPORT", "Heroes.other", "Heroes.sqlite"])
        #expect(try Data(contentsOf: values.appending(path: "kept")) == Data([1]))
    }

    /// Saves an object in a store with a history, and lets go of both.
    private func save(_ name: String, in coordinator: NSPersistentStoreCoordinator, _ type: String, _ url: URL) throws {
        let store = try coordinator.addPersistentStore(
            ofType: type, configurationName: nil, at: url,
            options: [NSPersistentHistoryTrackingKey: NSNumber(value: true)])
        let context = context(coordinator)
        Superhero(context: context).name = name
        try context.save()
        try coordinator.remove(store)
    }

    @Test("Destroying a store deletes its files, except for an empty SQLite file")
    func destroyingAStoreLeavesNothingOfItSTO17() throws {
        for type in [NSSQLiteStoreType, NSJSONStoreType] {
            let folder = try TemporaryFolder()
            let url = folder.url.appending(path: "Heroes.\(type)")
            let coordinator = coordinator()
            try save("Batman", in: coordinator, type, url)
            try coordinator.destroyPersistentStore(at: url, ofType: type)
            // As with Apple's framework.
            if type == NSSQLiteStoreType { try FileManager.default.removeItem(at: url) }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.url.path(percentEncoded: false)).isEmpty)
        }
        let error = try #require(throws: NSError.self) {
            try coordinator().destroyPersistentStore(at: URL(filePath: "/nowhere/Heroes.xml"), ofType: "XML")
        }
        #expect(error.code == NSPersistentStoreInvalidTypeError)
    }

    @Test(
        "A removed store can be added again, although the program has its objects",
        arguments: [NSSQLiteStoreType, NSJSONStoreType])
    func addingARemovedStoreSTO16(_ type: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Heroes.\(type)")
        let coordinator = coordinator()
        let context = context(coordinator)
        let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
        let hero = Superhero(context: context)
        hero.name = "Batman"
        try context.save()
        try coordinator.remove(store)
        #expect(try context.count(for: NSFetchRequest<Superhero>(entityName: "Superhero")) == 0)
        let other = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
        let heroes = try context.fetch(NSFetchRequest<Superhero>(entityName: "Superhero"))
        #expect(heroes.map(\.name) == ["Batman"])
        Superhero(context: context).name = "Hulk"
        try context.save()
        #expect(try context.count(for: NSFetchRequest<Superhero>(entityName: "Superhero")) == 2)
        withExtendedLifetime((store, other, hero)) {}
    }

    @Test("A store isn't added for a derivation that continues after its operator, and the error names the attribute")
    func misplacedOperatorsDRV4() throws {
        let (model, box, item) = (NSManagedObjectModel(), NSEntityDescription(), NSEntityDescription())
        (box.name, item.name) = ("Box", "Item")
        let (items, owner) = (NSRelationshipDescription(), NSRelationshipDescription())
        (items.name, items.destinationEntity, items.inverseRelationship) = ("items", item, owner)
        (owner.name, owner.destinationEntity, owner.inverseRelationship) = ("box", box, items)
        owner.maxCount = 1
        let (price, total) = (NSAttributeDescription(), NSDerivedAttributeDescription())
        (price.name, price.type) = ("price", .double)
        (total.name, total.type) = ("total", .double)
        total.derivationExpression = NSExpression(format: "items.@sum.price")
        (box.properties, item.properties) = ([items, total], [owner, price])
        model.entities = [box, item]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let error = try #require(throws: NSError.self) {
            try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        }
        #expect(error.domain == NSCocoaErrorDomain && error.localizedDescription.contains("'Box.total'"))
        #expect(error.localizedDescription.hasSuffix("write items.value.@sum") && coordinator.persistentStores.isEmpty)
    }

    @Test("Adding a read-only store without a history fails if its options request one")
    func aStoreWhoseHistoryCannotBeKeptIsNotAdded() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Heroes.sqlite")
        let first = coordinator()
        try first.remove(
            try first.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url))
        let coordinator = coordinator()
        var options: [AnyHashable: Any] = [NSReadOnlyPersistentStoreOption: NSNumber(value: true)]
        options[NSPersistentHistoryTrackingKey] = NSNumber(value: true)
        #expect(throws: NSError.self) {
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        }
        #expect(coordinator.persistentStores.isEmpty)
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        let context = context(coordinator)
        Superhero(context: context).name = "Batman"
        try context.save()
        #expect(coordinator.persistentStores.count == 1)
    }

    /// A version of a library's model: books with some attributes.
    private func library(_ attributes: [(name: String, type: NSAttributeDescription.AttributeType)])
        -> NSPersistentStoreCoordinator
    {
        let (model, book) = (NSManagedObjectModel(), NSEntityDescription())
        book.name = "Book"
        book.properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.type = type
            return attribute
        }
        model.entities = [book]
        model.setEntities([book], forConfigurationName: "Shelf")
        return NSPersistentStoreCoordinator(managedObjectModel: model)
    }

    /// The code with which a store is not opened, and the whole error.
    private func refusal(
        _ coordinator: NSPersistentStoreCoordinator, _ type: String, _ url: URL?, configuration: String? = nil,
        _ options: [AnyHashable: Any] = [:]
    ) throws -> NSError {
        let error = try #require(throws: NSError.self) {
            try coordinator.addPersistentStore(
                ofType: type, configurationName: configuration, at: url, options: options)
        }
        #expect(error.domain == NSCocoaErrorDomain && coordinator.persistentStores.isEmpty)
        return error
    }

    @Test("The error says why a store can't be opened, and a damaged file is not changed")
    func aStoreThatCannotBeOpenedSaysWhySTO14() throws {
        let folder = try TemporaryFolder()
        let urls = [NSSQLiteStoreType, NSJSONStoreType].map { folder.url.appending(path: "Books.\($0)") }
        let books = library([("title", .string)])
        for (type, url) in zip([NSSQLiteStoreType, NSJSONStoreType], urls) {
            let store = try books.addPersistentStore(ofType: type, configurationName: nil, at: url)
            let context = context(books)
            context.assign(NSEntityDescription.insertNewObject(forEntityName: "Book", into: context), to: store)
            try context.save()
            try books.remove(store)
        }
        #expect(try refusal(books, "XML", urls[0]).code == NSPersistentStoreInvalidTypeError)
        #expect(try refusal(books, NSJSONStoreType, urls[0]).code == NSPersistentStoreTypeMismatchError)
        #expect(try refusal(books, NSSQLiteStoreType, urls[1]).code == NSPersistentStoreTypeMismatchError)
        #expect(try refusal(books, NSSQLiteStoreType, nil).code == NSPersistentStoreOpenError)
        let unknown = try refusal(books, NSSQLiteStoreType, urls[0], configuration: "Attic")
        #expect(unknown.localizedDescription == "the model has no configuration 'Attic'")
        let damaged = folder.url.appending(path: "Damaged.sqlite")
        try Data("no store".utf8).write(to: damaged)
        #expect(try refusal(books, NSSQLiteStoreType, damaged).code == NSFileReadCorruptFileError)
        #expect(try Data(contentsOf: damaged) == Data("no store".utf8))
        let other = folder.url.appending(path: "Other.json")
        try Data("{}".utf8).write(to: other)
        #expect(try refusal(books, NSJSONStoreType, other).code == NSFileReadCorruptFileError)
    }

    @Test(
        "A store of another version is migrated if the options allow it and the mapping can be inferred",
        arguments: [NSSQLiteStoreType, NSJSONStoreType])
    func migrationOptionsMIG6(_ type: String) throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Books.store")
        do {
            let first = library([("title", .string), ("shelf", .string)])
            let store = try first.addPersistentStore(ofType: type, configurationName: nil, at: url)
            let context = context(first)
            let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
            book.setValuesForKeys(["title": "Dune", "shelf": "A"])
            try context.save()
            try first.remove(store)
        }
        let migrate = [NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true)]
        let infer = [NSInferMappingModelAutomaticallyOption: NSNumber(value: true)]
        let second = library([("title", .string), ("year", .integer16)])
        let mismatch = try refusal(second, type, url)
        #expect(mismatch.code == NSPersistentStoreIncompatibleVersionHashError)
        let metadata = try #require(mismatch.userInfo["metadata"] as? [String: Any])
        let isWritten = { (coordinator: NSPersistentStoreCoordinator) in
            coordinator.managedObjectModel.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
        }
        #expect(isWritten(library([("title", .string), ("shelf", .string)])) && !isWritten(second))
        #expect(try refusal(second, type, url, migrate).code == NSMigrationMissingMappingModelError)
        let both = migrate.merging(infer) { own, _ in own }
        let other = try refusal(library([("title", .integer16), ("shelf", .string)]), type, url, both)
        #expect(other.code == NSInferredMappingModelError)
        #expect(
            other.localizedDescription == """
                the store cannot be migrated to this version of the model:
                  Book.title: 1 object: a value has a type other than Integer 16, and is not converted; keep the attribute \
                and add one under another name, convert the values in a migration policy, or add 'Book.title' to the \
                dropped elements
                """)
        let store = try second.addPersistentStore(
            ofType: type, configurationName: "Shelf", at: url, options: both)
        #expect(store.type == type && store.configurationName == "Shelf" && !store.isReadOnly && store.url == url)
        #expect(store === second.persistentStores.first && second.persistentStore(for: url) === store)
        #expect(
            second.managedObjectModel.isConfiguration(
                withName: "Shelf", compatibleWithStoreMetadata: second.metadata(for: store)))
        let books = try context(second).fetch(NSFetchRequest<NSManagedObject>(entityName: "Book"))
        #expect(books.map { $0.value(forKey: "title") as? String } == ["Dune"])
        #expect(books.map { $0.value(forKey: "year") as? NSNumber } == [nil])
    }

    @Test("A description's options and properties are the same settings, so either can forbid a migration")
    func optionsOfDescriptions() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Books.sqlite")
        let first = library([("title", .string)])
        try first.remove(try first.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url))
        let file = try Data(contentsOf: url)
        let description = NSPersistentStoreDescription(url: url)
        #expect(description.shouldMigrateStoreAutomatically && description.shouldInferMappingModelAutomatically)
        description.setOption(NSNumber(value: false), forKey: NSMigratePersistentStoresAutomaticallyOption)
        #expect(!description.shouldMigrateStoreAutomatically)
        let second = library([("title", .string), ("year", .integer16)])
        var code: Int?
        second.addPersistentStore(with: description) { _, error in code = (error as NSError?)?.code }
        #expect(code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(try Data(contentsOf: url) == file)
        description.setOption(NSNumber(value: true), forKey: NSReadOnlyPersistentStoreOption)
        let copy = try #require(description.copy() as? NSPersistentStoreDescription)
        #expect(copy.isReadOnly && !copy.shouldMigrateStoreAutomatically && copy.options == description.options)
        copy.isReadOnly = false
        copy.shouldMigrateStoreAutomatically = true
        #expect((copy.options[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue == false)
        // Those of a new description let a coordinator migrate.
        let plain = NSPersistentStoreDescription(url: url)
        try second.addPersistentStore(
            ofType: plain.type, configurationName: plain.configuration, at: plain.url, options: plain.options)
        #expect(second.persistentStores.count == 1)
    }

    @Test("Saving to a read-only store fails with Cocoa's code 513")
    func aStoreForReadingIsNotSavedSTO15() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Books.sqlite")
        let books = library([("title", .string)])
        try books.remove(try books.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url))
        let store = try books.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [NSReadOnlyPersistentStoreOption: NSNumber(value: true)])
        #expect(store.isReadOnly)
        let context = context(books)
        _ = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
        let error = try #require(throws: NSError.self) { try context.save() }
        #expect(error.code == CocoaError.Code.fileWriteNoPermission.rawValue)
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) == 1)
        context.rollback()
        #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Book")) == 0)
    }

    @Test("A coordinator posts notifications when stores are added, removed, or changed")
    func notificationsNTF14() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Heroes.sqlite")
        let coordinator = coordinator()
        nonisolated(unsafe) var told: [Notification] = []
        let names: [Notification.Name] = [.NSPersistentStoreCoordinatorStoresDidChange, .NSPersistentStoreRemoteChange]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: coordinator, queue: nil) { told.append($0) }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        let isSet = NSNumber(value: true)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [
                NSPersistentStoreRemoteChangeNotificationPostOptionKey: isSet, NSPersistentHistoryTrackingKey: isSet,
            ])
        #expect((told.last?.userInfo?[NSAddedPersistentStoresKey] as? [NSPersistentStore])?.first === store)
        let context = context(coordinator)
        Superhero(context: context).name = "Batman"
        try context.save()
        let change = try #require(told.last { $0.name == .NSPersistentStoreRemoteChange }?.userInfo)
        #expect(change[NSStoreUUIDKey] as? String == store.identifier && change[NSPersistentStoreURLKey] as? URL == url)
        #expect(change[NSPersistentHistoryTokenKey] is NSPersistentHistoryToken)
        try coordinator.remove(store)
        #expect((told.last?.userInfo?[NSRemovedPersistentStoresKey] as? [NSPersistentStore])?.first === store)
    }

    @Test("A coordinator tells of another one's save to the same file, without a fetch", .timeLimit(.minutes(1)))
    func remoteChange() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Heroes.sqlite")
        let (coordinator, other) = (coordinator(), coordinator())
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [NSPersistentStoreRemoteChangeNotificationPostOptionKey: NSNumber(value: true)])
        try other.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        let changes = AsyncStream<URL?> { continuation in
            let observer = NotificationCenter.default.addObserver(
                forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
            ) { continuation.yield($0.userInfo?[NSPersistentStoreURLKey] as? URL) }
            nonisolated(unsafe) let added = observer
            continuation.onTermination = { _ in NotificationCenter.default.removeObserver(added) }
        }
        let writer = context(other)
        let hero = Superhero(context: writer)
        for number in 0..<3 {
            if number == 0 {
                // The numbers of new objects are reserved in a commit of their own.
                try writer.obtainPermanentIDs(for: [hero])
            } else {
                hero.name = "name \(number)"
                try writer.save()
            }
            var told: URL??
            for await change in changes {
                told = change
                break
            }
            #expect(told == url)
        }
    }

    #if os(Linux)
        /// Without them, a process that closes the store would take it for unused, and remove the journal of this one.
        @Test("Adding or destroying a store releases no lock of another coordinator on the same file")
        func locks() throws {
            let folder = try TemporaryFolder()
            let url = folder.url.appending(path: "Heroes.sqlite")
            let (coordinator, other) = (coordinator(), coordinator())
            try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
            try other.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
            try SpecialFile.pipe.make(at: url.path(percentEncoded: false) + "-journal")
            #expect(throws: NSError.self) { try other.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType) }
            let descriptor = open(url.path(percentEncoded: false), O_RDWR)
            defer { close(descriptor) }
            var lock = flock()
            lock.l_type = Int16(F_WRLCK)
            // The bytes that SQLite locks.
            lock.l_start = 0x4000_0000
            lock.l_len = 512
            // F_OFD_GETLK, which the module of the C library lacks: it also reports locks of this process.
            let command: Int32 = 36
            #expect(withUnsafeMutablePointer(to: &lock) { fcntl(descriptor, command, $0) } == 0)
            #expect(lock.l_type == Int16(F_RDLCK))
        }
    #endif

    @Test("An object ID has a store as long as one of the coordinators has it")
    func storeOfAnObjectID() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Heroes.sqlite")
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        let context = context(coordinator)
        let hero = Superhero(context: context)
        try context.save()
        let other = self.coordinator()
        let same = try other.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        #expect(same.identifier == store.identifier)
        #expect(hero.objectID.persistentStore === same)
        try other.remove(same)
        #expect(hero.objectID.persistentStore === store)
        try coordinator.remove(store)
        #expect(hero.objectID.persistentStore == nil)
    }
}
