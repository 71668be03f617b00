import Synchronization

/// The entities of a model by class, for as long as the model exists.
///
/// This is a separate object for weak references, because weak references to entities would slow down every other
/// reference to them.
package final class EntitiesByClass: Sendable {
    private let entities: [ObjectIdentifier: [EntityDescription]]
    private let commonClass: ObjectIdentifier

    /// - Parameter commonClass: The superclass of all others, which is no entity's own.
    init(_ entities: [EntityDescription], commonClass: AnyClass) {
        self.entities = Dictionary(grouping: entities) { ObjectIdentifier($0.objectClass) }
        self.commonClass = ObjectIdentifier(commonClass)
        LoadedEntities.add(self)
    }

    /// The entities' own classes.
    fileprivate var classes: some Sequence<ObjectIdentifier> {
        entities.keys.lazy.filter { [commonClass] in $0 != commonClass }
    }

    /// The entities with a class, by name.
    package subscript(objectClass: AnyClass) -> [EntityDescription] { entities[ObjectIdentifier(objectClass)] ?? [] }
}

/// The entities of the models that a program has created, by class, for ``Fetchable/entity()``, as in Core Data.
///
/// The references are weak, so that a model can be deallocated. Of several models with a class, the last one counts.
package enum LoadedEntities {
    private struct Entry {
        weak var model: EntitiesByClass?
    }

    private static let entries = Mutex<[ObjectIdentifier: [Entry]]>([:])

    fileprivate static func add(_ model: EntitiesByClass) {
        entries.withLock { entries in
            for identifier in model.classes {
                entries[identifier, default: []].removeAll { $0.model == nil }
                entries[identifier, default: []].append(Entry(model: model))
            }
        }
    }

    /// Returns the only entity of a class in the last created model with the class; nil if there is none, or several.
    package static func entity(of objectClass: AnyClass) -> EntityDescription? {
        let models = entries.withLock { $0[ObjectIdentifier(objectClass)] }
        let model = models?.reversed().lazy.compactMap(\.model).first
        guard let entities = model?[objectClass], entities.count == 1 else { return nil }
        return entities[0]
    }
}
