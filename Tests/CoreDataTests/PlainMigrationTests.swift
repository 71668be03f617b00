import CoreData
import Foundation
import TestSupport
import Testing

/// Notes the classes of the objects that a manager migrates, and makes one with the manager's entity.
final class ClassNotingPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let entity = try #require(manager.destinationEntity(for: mapping))
        let dInstance = NSManagedObject(entity: entity, insertInto: manager.destinationContext)
        for key in ["maker", "numberPlate"] { dInstance.setValue(sInstance.value(forKey: key), forKey: key) }
        manager.associate(sourceInstance: sInstance, withDestinationInstance: dInstance, for: mapping)
        manager.userInfo = ["classes": [sInstance, dInstance].map { "\(Swift.type(of: $0))" }]
    }
}

@MainActor
@Suite struct PlainMigrationTests {
    @Test("A migration makes plain objects, without the hooks of the program's classes")
    func classes() throws {
        let folder = try TemporaryFolder()
        let (source, destination) = (
            folder.url.appending(path: "Garage.sqlite"), folder.url.appending(path: "New.sqlite")
        )
        let context = try Garage.context(at: source)
        let car = context.makeCar("1", of: context.makePerson())
        car.refusal = nil
        try context.save()
        let new = Garage.model([Garage.attribute("seats", .integer16AttributeType, defaultValue: 4)])
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: Garage.model(), destinationModel: new)
        for entity in mapping.entityMappings where entity.destinationEntityName == "Car" {
            entity.entityMigrationPolicyClassName = NSStringFromClass(ClassNotingPolicy.self)
        }
        let manager = NSMigrationManager(sourceModel: Garage.model(), destinationModel: new)
        try manager.migrateStore(
            from: source, type: .sqlite, mapping: mapping, to: destination, type: .sqlite)
        #expect(manager.userInfo?["classes"] as? [String] == ["NSManagedObject", "NSManagedObject"])
        #expect(manager.destinationModel === new)
        let found = try Garage.context(new, at: destination).fetch(NSFetchRequest<GarageCar>(entityName: "Car"))
        #expect(found.map(\.numberPlate) == ["1"] && found.first?.value(forKey: "seats") as? Int == 4)
    }

    @Test("An inferred migration drops stored values that a derivation replaces")
    func derivations() throws {
        func coordinator(of shelf: NSAttributeDescription) -> NSPersistentStoreCoordinator {
            let (model, book, title) = (NSManagedObjectModel(), NSEntityDescription(), NSAttributeDescription())
            for (attribute, name) in [(title, "title"), (shelf, "shelf")] {
                attribute.name = name
                attribute.type = .string
                attribute.isOptional = true
            }
            book.name = "Book"
            book.properties = [title, shelf]
            model.entities = [book]
            return NSPersistentStoreCoordinator(managedObjectModel: model)
        }
        func shelves(_ coordinator: NSPersistentStoreCoordinator, adding title: String?) throws -> [String?] {
            let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            if let title {
                NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
                    .setValuesForKeys(["title": title, "shelf": "A"])
                try context.save()
            }
            return try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book"))
                .map { $0.value(forKey: "shelf") as? String }
        }
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Books.sqlite")
        let stored = coordinator(of: NSAttributeDescription())
        let store = try stored.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        #expect(try shelves(stored, adding: "Dune") == ["A"])
        try stored.remove(store)
        let shelf = NSDerivedAttributeDescription()
        shelf.derivationExpression = NSExpression(forKeyPath: "title")
        let derived = coordinator(of: shelf)
        try derived.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: [
                NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
                NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
            ])
        #expect(try shelves(derived, adding: nil) == ["Dune"])
    }
}
