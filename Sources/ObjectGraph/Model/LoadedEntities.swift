import Synchronization

/// The entities of the models that a program has made, by class: what ``Fetchable/entity()`` looks through, as in Core Data.
///
/// Held weakly, so that a model goes when its program lets it go. Of several models with one class the last counts.
enum LoadedEntities {
    private struct Entry {
        weak var entity: EntityDescription?
    }

    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Takes note of a model's entities that are the only ones of their classes.
    static func add(_ entitiesByClass: [ObjectIdentifier: [EntityDescription]]) {
        entries.withLock { entries in
            for (identifier, entities) in entitiesByClass where identifier != ObjectIdentifier(ManagedObject.self) {
                entries[identifier] = entities.count == 1 ? Entry(entity: entities[0]) : nil
            }
        }
    }

    static func entity(of managedObjectClass: ManagedObject.Type) -> EntityDescription? {
        entries.withLock { $0[ObjectIdentifier(managedObjectClass)]?.entity }
    }
}
