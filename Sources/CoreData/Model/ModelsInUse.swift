import Foundation
import ModelSchema
import ObjectGraph
import Synchronization

/// The models that coordinators and contexts use, for IDs, which have the name of an entity but no model.
enum ModelsInUse {
    private static let models = Mutex(WeakReferences<NSManagedObjectModel>())

    static func add(_ model: NSManagedObjectModel) { models.withLock { $0.append(model) } }

    /// Returns the entity of an ID: from its store's model, otherwise from the last model that came into use.
    static func entity(of objectID: ObjectID) -> NSEntityDescription? {
        if let store = objectID.storeIdentifier.flatMap(StoresInUse.store),
            let model = store.persistentStoreCoordinator?.managedObjectModel
        {
            return model.entitiesByName[objectID.entityName]
        }
        return entity(named: objectID.entityName)
    }

    /// Returns the entity with a name in the last model with one that came into use.
    static func entity(named name: String) -> NSEntityDescription? {
        let models = models.withLock { $0.all }
        return models.last { $0.entitiesByName[name] != nil }?.entitiesByName[name]
    }
}

/// The models of earlier versions that stores contain, because a program has only the current version.
enum ModelsOfStores {
    private static let schemas = Mutex<[[String: Data]: Model]>([:])

    /// Adds the model of a store with some version hashes.
    static func add(_ schema: Model, _ hashes: [String: Data]) { schemas.withLock { $0[hashes] = schema } }

    /// Returns the model of a store with some version hashes, with the program's classes for its entities; nil if there
    /// is none.
    static func model(with hashes: [String: Data]) -> NSManagedObjectModel? {
        guard let schema = schemas.withLock({ $0[hashes] }) else { return nil }
        let known = GeneratedModels.all.flatMap(\.entities).compactMap { entity in
            entity.managedObjectClass.map { (entity.name ?? "", $0) }
        }
        let names = Set(schema.entities.map(\.name))
        return NSManagedObjectModel(
            schema,
            classes: Dictionary(known.filter { names.contains($0.0) }, uniquingKeysWith: { first, _ in first }))
    }
}
