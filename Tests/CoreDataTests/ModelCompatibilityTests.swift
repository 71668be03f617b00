import CoreData
import Foundation
import TestSupport
import Testing

/// Whether a model fits a store is answered alike by its question and by opening the store.
struct ModelCompatibilityTests {
    /// A change of a model with the entities `Author` and `Book`, and the configuration `Shelf` with `Book`.
    struct Change: Sendable, CustomTestStringConvertible {
        var name: String
        /// Whether a store of the model before the change opens with the one after it.
        var isCompatible: Bool
        var change: @Sendable (NSManagedObjectModel) -> Void

        var testDescription: String { name }

        init(_ name: String, isCompatible: Bool, _ change: @escaping @Sendable (NSManagedObjectModel) -> Void) {
            self.name = name
            self.isCompatible = isCompatible
            self.change = change
        }
    }

    static let changes: [Change] = [
        Change("nothing", isCompatible: true) { _ in },
        Change("an entity was added", isCompatible: false) { $0.entities.append(entity("Poem", [attribute("title")])) },
        Change("an entity was lost", isCompatible: false) { $0.entities.removeAll { $0.name == "Author" } },
        Change("the entity of the configuration was lost", isCompatible: false) {
            $0.entities.removeAll { $0.name == "Book" }
            $0.setEntities($0.entities, forConfigurationName: "Shelf")
        },
        Change("all entities were lost", isCompatible: false) {
            $0.entities = []
            $0.setEntities([], forConfigurationName: "Shelf")
        },
        Change("an entity was renamed", isCompatible: false) {
            $0.entitiesByName["Author"]?.renamingIdentifier = "Author"
            $0.entitiesByName["Author"]?.name = "Writer"
        },
        Change("an entity of the configuration was renamed", isCompatible: false) {
            $0.entitiesByName["Book"]?.name = "Volume"
            $0.setEntities($0.entities.filter { $0.name == "Volume" }, forConfigurationName: "Shelf")
        },
        Change("an attribute was added", isCompatible: false) {
            $0.entitiesByName["Book"]?.properties.append(attribute("pages"))
        },
        Change("an attribute was lost", isCompatible: false) {
            $0.entitiesByName["Author"]?.properties = [attribute("name")]
        },
        Change("a type was changed", isCompatible: false) {
            $0.entitiesByName["Book"]?.attributesByName["title"]?.type = .integer64
        },
        Change("an attribute became required", isCompatible: false) {
            $0.entitiesByName["Book"]?.attributesByName["title"]?.isOptional = false
        },
        Change("an entity became abstract", isCompatible: false) { $0.entitiesByName["Author"]?.isAbstract = true },
        Change("a hash modifier was set", isCompatible: false) {
            $0.entitiesByName["Author"]?.versionHashModifier = "2"
        },
        Change("a default value was set", isCompatible: true) {
            $0.entitiesByName["Book"]?.attributesByName["title"]?.defaultValue = "untitled"
        },
        Change("a name of the model was set", isCompatible: true) { $0.versionIdentifiers = ["2.0"] },
        Change("the configuration got another entity", isCompatible: true) {
            $0.setEntities($0.entities, forConfigurationName: "Shelf")
        },
        Change("a configuration was added", isCompatible: true) {
            $0.setEntities($0.entities, forConfigurationName: "Everything")
        },
    ]

    private static func attribute(_ name: String) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.type = .string
        return attribute
    }

    private static func entity(_ name: String, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = properties
        return entity
    }

    private static func model(_ change: Change? = nil) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        let book = entity("Book", [attribute("title")])
        model.entities = [entity("Author", [attribute("name"), attribute("born")]), book]
        model.setEntities([book], forConfigurationName: "Shelf")
        change?.change(model)
        return model
    }

    @Test(
        "MIG-4 a model is compatible with the metadata of a store if, and only if, the store opens",
        arguments: changes, [NSSQLiteStoreType, NSJSONStoreType, "PropertyList"])
    func answersAgree(_ change: Change, _ type: String) throws {
        NSPersistentStoreCoordinator.registerStoreClass(PropertyListStore.self, forStoreType: "PropertyList")
        for written in [nil, "Shelf"] {
            let folder = try TemporaryFolder()
            let url = folder.url.appending(path: "Library.store")
            do {
                let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
                let store = try coordinator.addPersistentStore(ofType: type, configurationName: written, at: url)
                let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
                context.persistentStoreCoordinator = coordinator
                try context.performAndWait {
                    let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
                    book.setValue("Dune", forKey: "title")
                    try context.save()
                }
                let open = coordinator.metadata(for: store)
                let isOpenCompatible = Self.model(change).isConfiguration(
                    withName: nil, compatibleWithStoreMetadata: open)
                #expect(isOpenCompatible == change.isCompatible, "open store")
                try coordinator.remove(store)
            }
            let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
            for configuration in [nil, "Shelf", "Everything"] {
                let model = Self.model(change)
                let isCompatible = model.isConfiguration(
                    withName: configuration, compatibleWithStoreMetadata: metadata)
                let place: Comment = "written as \(written ?? "all"), opened as \(configuration ?? "all")"
                do {
                    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
                    try coordinator.addPersistentStore(ofType: type, configurationName: configuration, at: url)
                    #expect(isCompatible, place)
                } catch let error as NSError {
                    let isUnknown = configuration.map { !model.configurations.contains($0) } ?? false
                    #expect(!isCompatible, place)
                    #expect(isUnknown || error.code == NSPersistentStoreIncompatibleVersionHashError, place)
                }
                if type != "PropertyList", configuration != "Everything" {
                    #expect(isCompatible == change.isCompatible, place)
                }
            }
        }
    }
}
