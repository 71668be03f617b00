package import Foundation

/// What the snapshots of one store have in common: the entities by their places, and the names of identities.
package final class GraphLayout: Sendable {
    package let storeIdentifier: UUID
    /// By name, as ``ManagedObjectModel/entities``.
    package let entities: [EntityDescription]
    /// The identities of each entity's stored objects.
    let spaces: [IdentitySpace]
    private let ordinals: [String: Int]

    package init(model: ManagedObjectModel, storeIdentifier: UUID) {
        self.storeIdentifier = storeIdentifier
        entities = model.entities
        spaces = entities.map { IdentitySpace(storeIdentifier: storeIdentifier, entityName: $0.name) }
        ordinals = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0.ordinal) })
    }

    /// The place of an entity; nil for one that the model does not have.
    package func ordinal(ofEntityNamed name: String) -> Int? { ordinals[name] }

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
