import ObjectGraph
import Synchronization

/// The models that coordinators and contexts use, for identities, which name an entity and hold no model.
enum ModelsInUse {
    private struct Entry {
        weak var model: NSManagedObjectModel?
    }

    private static let entries = Mutex<[Entry]>([])

    static func add(_ model: NSManagedObjectModel) {
        entries.withLock { entries in
            entries.removeAll { $0.model == nil }
            entries.append(Entry(model: model))
        }
    }

    /// The entity of an identity: of its store's model, else of the model that came into use last.
    static func entity(of objectID: ObjectID) -> NSEntityDescription? {
        if let store = objectID.storeIdentifier.flatMap(StoresInUse.store),
            let model = store.persistentStoreCoordinator?.managedObjectModel
        {
            return model.entitiesByName[objectID.entityName]
        }
        let models = entries.withLock { $0.compactMap(\.model) }
        return models.last { $0.entitiesByName[objectID.entityName] != nil }?.entitiesByName[objectID.entityName]
    }
}
