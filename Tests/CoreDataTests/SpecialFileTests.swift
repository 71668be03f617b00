import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

/// A coordinator removes and replaces the files of stores, and nothing else; a store at the null device is in memory.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(2))) struct SpecialFileTests {
    private let folder: TemporaryFolder

    init() throws {
        NSPersistentStoreCoordinator.registerStoreClass(PropertyListStore.self, forStoreType: "PropertyList")
        folder = try TemporaryFolder()
    }

    private func url(_ name: String) -> URL { folder.url.appending(path: name) }

    private func appearance() throws -> [String: String] { try SpecialFile.appearance(of: folder.url) }

    private func coordinator() -> NSPersistentStoreCoordinator {
        newContainer().persistentStoreCoordinator
    }

    private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Saves a hero in a store.
    private func save(in coordinator: NSPersistentStoreCoordinator) throws {
        let context = context(coordinator)
        Superhero(context: context).name = "Batman"
        try context.save()
    }

    private func count(in coordinator: NSPersistentStoreCoordinator) throws -> Int {
        try context(coordinator).count(for: Superhero.fetchRequest() as NSFetchRequest<Superhero>)
    }

    /// A closed store of a hero.
    private func makeStore(_ name: String, _ type: String) throws {
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url(name))
        try save(in: coordinator)
        try coordinator.remove(store)
    }

    private func refusal(_ body: () throws -> Void) throws -> NSError {
        try #require(throws: NSError.self, performing: body)
    }

    // MARK: - What is not a file

    private nonisolated static let types = [NSSQLiteStoreType, NSJSONStoreType, "PropertyList"]

    @Test("A coordinator destroys and replaces nothing but files", arguments: types, SpecialFile.makeable)
    func destroying(_ type: String, _ kind: SpecialFile) throws {
        try makeStore("source", type)
        try kind.make(at: folder.path("store"))
        let before = try appearance()
        let coordinator = coordinator()
        let other = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        func expectRefusal(_ error: NSError, _ operation: String) throws {
            #expect(error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreOperationError, "\(operation)")
            #expect(error.localizedDescription.contains(url("store").lastPathComponent), "\(operation)")
            #expect(try appearance() == before, "\(operation)")
            #expect(coordinator.persistentStores == [other], "\(operation)")
        }
        if kind == .brokenLink, type != NSSQLiteStoreType {
            // There is no store, and a new one would be created where the link leads.
            try coordinator.destroyPersistentStore(at: url("store"), ofType: type)
            #expect(try appearance() == before)
        } else {
            let error = try refusal { try coordinator.destroyPersistentStore(at: url("store"), ofType: type) }
            let isFollowed = type != NSJSONStoreType
            let reason =
                kind == .circularLink && isFollowed
                ? "too many levels of symbolic links"
                : isFollowed ? kind.reason : kind.reasonAsEntry
            #expect(
                error.localizedDescription
                    == "\(folder.path("store")): the store cannot be destroyed: \(reason); specify the file of a store")
            try expectRefusal(error, "destroy")
            if type != "PropertyList" {
                let error = try refusal {
                    try coordinator.replacePersistentStore(
                        at: url("store"), withPersistentStoreFrom: url("source"), ofType: type)
                }
                try expectRefusal(error, "replace")
            }
        }
        let error = try refusal { try coordinator.migratePersistentStore(other, to: url("store"), withType: type) }
        #expect(error.localizedDescription == "\(folder.path("store")): the file already exists")
        try expectRefusal(error, "migrate")
    }

    @Test("A coordinator opens nothing but files", arguments: types, SpecialFile.makeable.filter { !$0.isLink })
    func opening(_ type: String, _ kind: SpecialFile) throws {
        try kind.make(at: folder.path("store"))
        let before = try appearance()
        let coordinator = coordinator()
        let error = try refusal {
            try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url("store"))
        }
        if type != "PropertyList" || kind != .folder {
            #expect(error.localizedDescription.contains(kind.reason))
            #expect(error.localizedDescription.hasPrefix(folder.path("store")))
        }
        #expect(try appearance() == before)
        #expect(coordinator.persistentStores.isEmpty)
    }

    @Test("A file in the place of the folder of a store stays, and is an error", arguments: ["file", "file/a/b"])
    func fileInPlaceOfFolder(_ place: String) throws {
        try folder.write("text", to: "file")
        let before = try appearance()
        let container = newContainer()
        let store = url("\(place)/Heroes.sqlite")
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: store)]
        var failure: NSError?
        container.loadPersistentStores { _, error in failure = error as NSError? }
        let error = try #require(failure)
        #expect(error.code == NSPersistentStoreOperationError)
        #expect((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ENOTDIR))
        let path = store.path(percentEncoded: false)
        #expect(
            error.localizedDescription.hasPrefix(
                "\(path): the folder of the store does not exist, and can't be created: Not a directory"))
        #expect(error.localizedDescription.hasSuffix("; choose another location"))
        #expect(try appearance() == before)
    }

    @Test("What is not a store stays, and so does the coordinator's own store", arguments: types)
    func otherFiles(_ type: String) throws {
        try makeStore("source", type)
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url("store"))
        // Someone puts a photo in the place of the store.
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("")) where name.hasPrefix("store") {
            try FileManager.default.removeItem(at: url(name))
        }
        try folder.write("\u{89}PNG\r\n\u{1A}\n", to: "store")
        let before = try appearance()
        let error = try refusal { try coordinator.destroyPersistentStore(at: url("store"), ofType: type) }
        #expect(error.localizedDescription.hasPrefix(folder.path("store")))
        #expect(error.localizedDescription.contains("and stays"))
        #expect(error.localizedDescription.hasSuffix("to remove it anyway, delete the file"))
        if type != "PropertyList" {
            #expect(throws: NSError.self) {
                try coordinator.replacePersistentStore(
                    at: url("store"), withPersistentStoreFrom: url("source"), ofType: type)
            }
        }
        #expect(try appearance() == before)
        #expect(coordinator.persistentStores == [store])
    }

    // MARK: - What replaces a store

    /// A model of pictures in files of their own.
    private func pictures() -> NSManagedObjectModel {
        let data = NSAttributeDescription()
        (data.name, data.type, data.isOptional) = ("data", .binaryData, true)
        data.allowsExternalBinaryDataStorage = true
        let entity = NSEntityDescription()
        entity.name = "Picture"
        entity.properties = [data]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }

    /// Saves a picture in a store, and removes the store from its coordinator.
    private func makePicture(_ data: Data, in name: String) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: pictures())
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url(name))
        let context = context(coordinator)
        NSEntityDescription.insertNewObject(forEntityName: "Picture", into: context).setValue(data, forKey: "data")
        try context.save()
        try coordinator.remove(store)
    }

    private func pictureData(in name: String) throws -> [Data?] {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: pictures())
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url(name))
        return try context(coordinator).fetch(NSFetchRequest<NSManagedObject>(entityName: "Picture"))
            .map { $0.value(forKey: "data") as? Data }
    }

    @Test("Replacing a store by one that lacks a large value fails, and keeps the store")
    func incompleteSource() throws {
        let (large, other) = (Data(repeating: 1, count: 200_000), Data(repeating: 2, count: 200_000))
        try makePicture(other, in: "source.sqlite")
        try FileManager.default.removeItem(at: url(".source_SUPPORT"))
        try makePicture(large, in: "store.sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: pictures())
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url("store.sqlite"))
        let error = try refusal {
            try coordinator.replacePersistentStore(
                at: url("store.sqlite"), withPersistentStoreFrom: url("source.sqlite"), ofType: NSSQLiteStoreType)
        }
        #expect(error.localizedDescription.hasPrefix(folder.path("source.sqlite")))
        #expect(coordinator.persistentStores == [store])
        try coordinator.remove(store)
        #expect(try pictureData(in: "store.sqlite") == [large])
        #expect(try !folder.names().contains { $0.hasPrefix(".modelgen-") })
    }

    @Test("A store can be replaced next to another file that could need its large values")
    func sharedValues() throws {
        let (large, other) = (Data(repeating: 1, count: 200_000), Data(repeating: 2, count: 200_000))
        try makePicture(other, in: "source.sqlite")
        try makePicture(large, in: "store.sqlite")
        try FileManager.default.copyItem(at: url("store.sqlite"), to: url("store.sqlite.bak"))
        try coordinator().replacePersistentStore(
            at: url("store.sqlite"), withPersistentStoreFrom: url("source.sqlite"), ofType: NSSQLiteStoreType)
        #expect(try pictureData(in: "store.sqlite") == [other])
        #expect(try pictureData(in: "source.sqlite") == [other])
        #expect(try !folder.names().contains("store.sqlite-wal"))
        try FileManager.default.removeItem(at: url("store.sqlite"))
        try FileManager.default.moveItem(at: url("store.sqlite.bak"), to: url("store.sqlite"))
        #expect(try pictureData(in: "store.sqlite") == [large])
    }

    @Test("A store that cannot be migrated next to the journal and the values of a store that was moved keeps them")
    func remainsOfAMovedStore() throws {
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        try save(in: coordinator)
        try folder.write(String(repeating: "saves", count: 100), to: "store.sqlite-wal")
        try folder.write("a large value", to: ".store_SUPPORT/_EXTERNAL_DATA/\(UUID().uuidString)")
        let before = try appearance()
        let error = try refusal {
            try coordinator.migratePersistentStore(store, to: url("store.sqlite"), withType: NSSQLiteStoreType)
        }
        #expect(error.localizedDescription.hasPrefix(folder.path("store.sqlite-wal")))
        #expect(try appearance() == before)
        #expect(coordinator.persistentStores == [store])
    }

    @Test("A URL of another scheme names no file", arguments: types)
    func otherURLs(_ type: String) throws {
        try makeStore("store", type)
        let before = try appearance()
        let address = try #require(URL(string: "https://example.com" + folder.path("store")))
        let coordinator = coordinator()
        if type == "PropertyList" {
            try coordinator.destroyPersistentStore(at: address, ofType: type)
        } else {
            for body in [
                { try coordinator.destroyPersistentStore(at: address, ofType: type) },
                { _ = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: address) },
            ] {
                let error = try refusal(body)
                #expect(
                    error.localizedDescription
                        == "\(address.absoluteString): a store of the type '\(type)' is in a file; specify a file URL")
            }
        }
        #expect(try appearance() == before)
        #expect(coordinator.persistentStores.isEmpty)
    }

    // MARK: - The null device

    /// Whether a mistake could remove the machine's device without being found on a private one first.
    private nonisolated static let isDeviceInDanger = SpecialFile.deviceObstacle != nil && access("/dev", W_OK) == 0
    /// Why tests are skipped then.
    private nonisolated static let danger: Comment =
        "no device can be created here, and a mistake could remove /dev/null; run the tests as a user other than root"

    @Test(
        "A store at the null device is in memory, and destroying it leaves the device alone",
        .enabled(if: !isDeviceInDanger, danger),
        arguments: [NSSQLiteStoreType, NSJSONStoreType, NSInMemoryStoreType, "PropertyList"])
    func nullDevice(_ type: String) throws {
        if SpecialFile.deviceObstacle == nil {
            // Only if a private device survives, the machine's is touched.
            try SpecialFile.device.make(at: folder.path("null"))
            let before = try appearance()
            try? coordinator().destroyPersistentStore(at: url("null"), ofType: type)
            try #require(try appearance() == before)
        }
        let null = URL(fileURLWithPath: "/dev/null")
        let before = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: null)
        try save(in: coordinator)
        #expect(try count(in: coordinator) == 1)
        if type != "PropertyList" {
            #expect(store.url == null && coordinator.persistentStore(for: null) === store)
        }
        // As tests do when they end, with the store and without it.
        for _ in 0..<2 { try coordinator.destroyPersistentStore(at: null, ofType: type) }
        #expect(coordinator.persistentStores == (type == "PropertyList" ? [store] : []))
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: null)
        #expect(try count(in: coordinator) == 0)
        let after = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(before == .typeCharacterSpecial && after == before)
    }

    @Test("The stores of a container at the null device are in memory", .enabled(if: !isDeviceInDanger, danger))
    func container() throws {
        let container = newContainer()
        let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
        // As the app's own description does.
        description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
        description.setOption(
            NSNumber(value: true), forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        Superhero(context: container.viewContext).name = "Batman"
        try container.viewContext.save()
        let background = container.newBackgroundContext()
        let count = try background.performAndWait {
            try background.count(for: Superhero.fetchRequest() as NSFetchRequest<Superhero>)
        }
        #expect(count == 1)
        #expect(container.persistentStoreCoordinator.persistentStores.map(\.type) == [NSSQLiteStoreType])
        let history = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        let result = try container.viewContext.execute(history) as? NSPersistentHistoryResult
        #expect((result?.result as? [NSPersistentHistoryTransaction])?.count == 1)
        try container.viewContext.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Superhero")))
        let rest = try container.viewContext.count(for: Superhero.fetchRequest() as NSFetchRequest<Superhero>)
        #expect(rest == 0)
    }

    @Test(
        "Objects are migrated to the null device, and files are not copied to it",
        .enabled(if: !isDeviceInDanger, danger))
    func migrating() throws {
        let null = URL(fileURLWithPath: "/dev/null")
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url("store"))
        try save(in: coordinator)
        let error = try refusal {
            try coordinator.replacePersistentStore(at: null, withPersistentStoreFrom: url("store"), type: .sqlite)
        }
        #expect(
            error.localizedDescription
                == "/dev/null: a copy needs a file; to copy objects to a store in memory, use migratePersistentStore")
        #expect(coordinator.persistentStores == [store])
        let new = try coordinator.migratePersistentStore(store, to: null, withType: NSSQLiteStoreType)
        #expect(coordinator.persistentStores == [new])
        #expect(try count(in: coordinator) == 1)
    }

    // MARK: - Atomic stores

    @Test("An atomic store without a URL has none, and is in memory")
    func atomicStoreWithoutURL() throws {
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(ofType: "PropertyList", configurationName: nil, at: nil)
        try save(in: coordinator)
        #expect(store.url == nil)
        #expect(coordinator.url(for: store) == URL(filePath: "/dev/null"))
        #expect(try count(in: coordinator) == 1)
    }

    @Test(
        "An atomic store does not replace what has appeared in the place of its file", arguments: SpecialFile.makeable)
    func atomicStore(_ kind: SpecialFile) throws {
        // A class can keep a folder, and a file replaces a link, not what it leads to.
        guard kind != .folder, !kind.isLink else { return }
        let coordinator = coordinator()
        try coordinator.addPersistentStore(ofType: "PropertyList", configurationName: nil, at: url("store"))
        try save(in: coordinator)
        try FileManager.default.removeItem(at: url("store"))
        try kind.make(at: folder.path("store"))
        let before = try appearance()
        let error = try refusal { try save(in: coordinator) }
        #expect(error.code == NSPersistentStoreOpenError)
        #expect(
            error.localizedDescription == """
                \(folder.path("store")): a store of the type 'PropertyList' cannot be here: \(kind.reason); specify a file, \
                or no URL for a store without a file
                """)
        #expect(try appearance() == before)
    }
}
