import CoreData
import Foundation
import TestSupport
import Testing

/// Where stores are, and what remains of them.
@MainActor
@Suite struct StoreLocationTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.url.appending(path: "Garage.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
    }

    @Test("Destroying a SQLite store leaves an empty file, which programs remove or open again")
    func destroyedStore() throws {
        let photo = Garage.attribute("photo", .binaryDataAttributeType)
        photo.allowsExternalBinaryDataStorage = true
        let context = try Garage.context(Garage.model([photo]), at: url)
        context.makeCar("1").setValue(Data(count: 1 << 20), forKey: "photo")
        try context.save()
        #expect(try names().contains(".Garage_SUPPORT"))
        let coordinator = try #require(context.persistentStoreCoordinator)
        try coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType, options: nil)
        #expect(try names() == ["Garage.sqlite"] && Data(contentsOf: url).isEmpty)
        let other = try Garage.context(Garage.model([photo]), at: url)
        #expect(try other.count(for: NSFetchRequest<GarageCar>(entityName: "Car")) == 0)
        _ = other.makeCar("2")
        try other.save()
        try #require(other.persistentStoreCoordinator).destroyPersistentStore(at: url, type: .sqlite)
        try FileManager.default.removeItem(at: url)
        #expect(try names().isEmpty)
    }

    @Test("A store can be moved and copied to the place of a destroyed one")
    func movedStore() throws {
        let context = try Garage.context(at: url)
        _ = context.makeCar("1")
        try context.save()
        let coordinator = try #require(context.persistentStoreCoordinator)
        try coordinator.destroyPersistentStore(at: url, type: .sqlite)
        let source = try Garage.context()
        _ = source.makeCar("2")
        try source.save()
        let memory = try #require(source.persistentStoreCoordinator?.persistentStores.first)
        try source.persistentStoreCoordinator?.migratePersistentStore(memory, to: url, type: .sqlite)
        let copy = folder.url.appending(path: "Copy.sqlite")
        try Data().write(to: copy)
        try coordinator.replacePersistentStore(at: copy, withPersistentStoreFrom: url, type: .sqlite)
        let request = NSFetchRequest<GarageCar>(entityName: "Car")
        #expect(try Garage.context(at: copy).fetch(request).map(\.numberPlate) == ["2"])
    }

    @Test("A new description is of the null device, which is not touched")
    func nullDevice() throws {
        let description = NSPersistentStoreDescription()
        #expect(description.url == URL(fileURLWithPath: "/dev/null") && description.type == NSSQLiteStoreType)
        let container = NSPersistentContainer(name: "Garage", managedObjectModel: Garage.model())
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        _ = container.viewContext.makeCar("1")
        try container.viewContext.save()
        #expect(try container.viewContext.count(for: NSFetchRequest<GarageCar>(entityName: "Car")) == 1)
        let kind = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
        #expect(kind == .typeCharacterSpecial)
    }

    @Test("The default configuration goes by its names", arguments: ["Default", "PF_DEFAULT_CONFIGURATION_NAME"])
    func defaultConfiguration(_ name: String) throws {
        let container = NSPersistentContainer(name: "Garage", managedObjectModel: Garage.model())
        let description = NSPersistentStoreDescription(url: url)
        description.configuration = name
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        #expect(container.managedObjectModel.entities(forConfigurationName: name)?.count == 2)
        #expect(container.managedObjectModel.configurations.isEmpty)
        let store = try #require(container.persistentStoreCoordinator.persistentStores.first)
        #expect(store.configurationName == "PF_DEFAULT_CONFIGURATION_NAME")
        #expect(
            container.managedObjectModel.isConfiguration(withName: name, compatibleWithStoreMetadata: store.metadata))
    }

    @Test("The default folder exists")
    func defaultFolder() {
        let path = NSPersistentContainer.defaultDirectoryURL().path(percentEncoded: false)
        #expect(FileManager.default.fileExists(atPath: path))
    }
}
