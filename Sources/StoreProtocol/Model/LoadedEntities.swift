import Synchronization

/// The entities of a model by class, for as long as the model is there.
///
/// Something of its own to be held weakly: objects ask their entities for everything, and what anybody holds weakly is slower
/// to hold.
package final class EntitiesByClass: Sendable {
    private let entities: [ObjectIdentifier: [EntityDescription]]
    private let commonClass: ObjectIdentifier

    /// - Parameter commonClass: The class that all others descend from, and which no entity is looked up by.
    init(_ entities: [EntityDescription], commonClass: AnyClass) {
        self.entities = Dictionary(grouping: entities) { ObjectIdentifier($0.objectClass) }
        self.commonClass = ObjectIdentifier(commonClass)
        LoadedEntities.add(self)
    }

    /// The classes that entities have, those without one of their own left out.
    fileprivate var classes: some Sequence<ObjectIdentifier> {
        entities.keys.lazy.filter { [commonClass] in $0 != commonClass }
    }

    /// The entities that have a class, by name.
    package subscript(objectClass: AnyClass) -> [EntityDescription] { entities[ObjectIdentifier(objectClass)] ?? [] }
}

/// The entities of the models that a program has made, by class: what ``Fetchable/entity()`` looks through, as in Core Data.
///
/// Held weakly, so that a model goes when its program lets it go. Of several models with one class the last counts.
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

    /// The only entity of a class in the model that was made last of those that have the class; nil for none or several.
    package static func entity(of objectClass: AnyClass) -> EntityDescription? {
        let models = entries.withLock { $0[ObjectIdentifier(objectClass)] }
        let model = models?.reversed().lazy.compactMap(\.model).first
        guard let entities = model?[objectClass], entities.count == 1 else { return nil }
        return entities[0]
    }
}
