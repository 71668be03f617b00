package import Foundation

/// What the snapshots of one store have in common: the entities by their places, and the names of identities.
package final class GraphLayout: Sendable {
    /// The store; of several that show as one, the first.
    package let storeIdentifier: UUID
    /// By name, as ``ManagedObjectModel/entities``.
    package let entities: [EntityDescription]
    /// The identities of each entity's stored objects.
    let spaces: [IdentitySpace]
    private let ordinals: [String: Int]
    /// The entities that are a class's only one.
    private let entitiesByClass: [ObjectIdentifier: EntityDescription]

    /// The layout of one store for all entities of a model.
    package convenience init(model: ManagedObjectModel, storeIdentifier: UUID) {
        let identifiers = Array(repeating: storeIdentifier, count: model.entities.count)
        self.init(model: model, storeIdentifier: storeIdentifier, storeIdentifiers: identifiers)
    }

    /// - Parameter storeIdentifiers: The store of each entity, by the entity's place.
    init(model: ManagedObjectModel, storeIdentifier: UUID, storeIdentifiers: [UUID]) {
        self.storeIdentifier = storeIdentifier
        entities = model.entities
        spaces = zip(entities, storeIdentifiers).map { entity, identifier in
            IdentitySpace(storeIdentifier: identifier, entityName: entity.name)
        }
        ordinals = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0.ordinal) })
        entitiesByClass = Dictionary(grouping: entities) { ObjectIdentifier($0.managedObjectClass) }
            .compactMapValues { $0.count == 1 ? $0[0] : nil }
    }

    /// The one entity that has a class; nil for none, and for one of several.
    func entity(of managedObjectClass: ManagedObject.Type) -> EntityDescription? {
        entitiesByClass[ObjectIdentifier(managedObjectClass)]
    }

    /// The place of an entity; nil for one that the model does not have.
    package func ordinal(ofEntityNamed name: String) -> Int? { ordinals[name] }

    /// The identity that a reference stands for, whether there is such an object or not.
    ///
    /// - Precondition: The reference is of this layout.
    package func objectID(for reference: ObjectReference) -> ObjectID {
        let entity = reference.entityOrdinal
        let space = reference.isTemporary ? entities[entity].temporarySpace : spaces[entity]
        return ObjectID(space, number: reference.number)
    }

    /// The reference to an object, whether it exists or not; nil for one of another store or model.
    package func reference(for objectID: ObjectID) -> ObjectReference? {
        guard let ordinal = ordinals[objectID.entityName], objectID.number > 0,
            objectID.number <= ObjectReference.greatestNumber,
            objectID.isTemporaryID || objectID.space === spaces[ordinal] || objectID.space == spaces[ordinal]
        else { return nil }
        return ObjectReference(entity: ordinal, number: objectID.number, isTemporary: objectID.isTemporaryID)
    }
}
