import Foundation
import ObjectGraph

// Entities of the context's model, and objects with their classes.
extension NSManagedObjectContext {
    /// The model of the coordinator.
    ///
    /// - Precondition: There is a coordinator.
    final var managedObjectModel: NSManagedObjectModel {
        guard let persistentStoreCoordinator else { withoutCoordinator() }
        return persistentStoreCoordinator.managedObjectModel
    }

    /// Returns an entity of the context's model: the given one, or in place of an equal entity of another model, such
    /// as a copy, the context's own.
    @inline(__always)
    final func ownEntity(like entity: NSEntityDescription) -> NSEntityDescription {
        lastOwnEntity === entity ? entity : foundEntity(like: entity)
    }

    @inline(never)
    private func foundEntity(like entity: NSEntityDescription) -> NSEntityDescription {
        guard let own = managedObjectModel.entitiesByName[entity.name ?? ""], own !== entity else {
            lastOwnEntity = entity
            return entity
        }
        return own.managedObjectClassName == entity.managedObjectClassName && own.versionHash == entity.versionHash
            ? own : entity
    }

    func withoutCoordinator() -> Never {
        endProgram(
            "This context has no persistent store coordinator; set persistentStoreCoordinator or parent first.")
    }

    /// The only entity of a class in the context's model.
    ///
    /// - Precondition: There is exactly one.
    final func entity(of managedObjectClass: NSManagedObject.Type) -> NSEntityDescription {
        if let lastEntity, lastEntity.ofClass == managedObjectClass { return lastEntity.entity }
        let entity = NSEntityDescription.description(of: graph.entity(of: managedObjectClass))
        lastEntity = (managedObjectClass, entity)
        return entity
    }

    /// Returns an object of the context with its class: this module's classes create all of them.
    final func managed(_ object: ManagedObject) -> NSManagedObject {
        guard let object = object as? NSManagedObject else {
            endProgram("\(object) was not created by this module")
        }
        return object
    }

    /// Returns objects of the runtime with their class.
    static func typed(_ objects: Set<ManagedObject>?) -> Set<NSManagedObject> {
        Set((objects ?? []).compactMap { $0 as? NSManagedObject })
    }
}
