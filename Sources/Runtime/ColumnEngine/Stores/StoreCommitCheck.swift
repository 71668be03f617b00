/// The queries of a store's objects within a commit, for ``StoreCommitCheck``.
package protocol CommitCheckReader {
    /// The model of the store's objects.
    var model: ManagedObjectModel { get }

    /// The properties of the model to check.
    var checkedProperties: CheckedProperties { get }

    /// The rows of objects that still exist, in any order.
    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow]

    /// The destinations of a relationship of some objects.
    func destinations(of relationship: RelationshipDescription, from objectIDs: [ObjectID]) throws -> StoreDestinations

    /// Those among some objects that a to-one relationship of more than one object of an entity's family points to.
    func contested(
        _ objectIDs: Set<ObjectID>, by relationship: RelationshipDescription, of entity: EntityDescription
    ) throws -> [ObjectID]
}

/// The properties of a model that can become wrong although each save was right: the derived sides of relationships,
/// and derived attributes. A store determines them once.
package struct CheckedProperties: Sendable {
    /// A relationship whose inverse is derived from it and checked.
    fileprivate struct DerivedSide {
        var relationship: RelationshipDescription
        var inverse: RelationshipDescription
        /// Whether the destination can point back to only one object.
        var isOneToOne: Bool { !inverse.isToMany && !relationship.isToMany }
    }

    /// By the name of the entity with the relationships; without entities that have none.
    fileprivate let derivedSides: [String: [DerivedSide]]
    /// Whether there are derived attributes.
    fileprivate let hasDerivations: Bool

    /// Whether changes can break one of the rules, so that a ``StoreCommitCheck`` is needed.
    package func mustBeChecked(after changes: StoreChanges) -> Bool {
        hasDerivations || !derivedSides.isEmpty || !changes.deleted.isEmpty
    }

    package init(of model: ManagedObjectModel) {
        hasDerivations = !model.derivations.isEmpty
        derivedSides = model.entitiesByName.compactMapValues { entity in
            let found = entity.relationships.compactMap { relationship in
                Self.derivedInverse(of: relationship, in: model).map {
                    DerivedSide(relationship: relationship, inverse: $0)
                }
            }.filter { $0.isOneToOne || $0.inverse.hasBounds }
            return found.isEmpty ? nil : found
        }
    }

    /// The inverse of a relationship, if it is derived from this side.
    fileprivate static func derivedInverse(
        of relationship: RelationshipDescription, in model: ManagedObjectModel
    ) -> RelationshipDescription? {
        guard relationship.isStored,
            let inverse = relationship.inverseName.flatMap({ name in
                model.entitiesByName[relationship.destinationName]?.relationship(named: name)
            }), !inverse.isStored
        else { return nil }
        return inverse
    }
}

/// Rejects changes that were valid on their own, but not together with concurrent saves: two objects that point to one
/// that can point back to only one, more or fewer members than the model allows, and derived values that depend on what
/// others have changed.
///
/// The version of an object guards every side that a save writes. This check covers the derived sides.
package struct StoreCommitCheck<Reader: CommitCheckReader> {
    private let reader: Reader
    private let deleted: Set<ObjectID>
    /// Objects with sides that are derived from the changes, by the side.
    private var owners: [Side: Set<ObjectID>] = [:]
    /// Objects that others may point to as well, by the side that points to them.
    private var claimed: [Side: Set<ObjectID>] = [:]
    /// Nil if the model has no derived attributes.
    private let derivations: DerivationCommitCheck<Reader>?

    /// A relationship of an entity.
    private struct Side: Hashable {
        var entityName: String
        var relationshipName: String
    }

    /// Examines the changes before they are written.
    package init(_ changes: StoreChanges, _ reader: Reader) throws {
        self.reader = reader
        let checked = reader.checkedProperties
        derivations = checked.hasDerivations ? try DerivationCommitCheck(changes, reader) : nil
        deleted = Set(changes.deleted.map(\.objectID))
        noteInsertions(of: changes)
        for update in changes.updated where !update.links.isEmpty {
            note(derivedSides(of: update.objectID.entityName), of: update.objectID.entityName) { relationship in
                update.links[relationship.index].map { $0.added + $0.removed } ?? []
            }
        }
        if deleted.isEmpty { return }
        for (name, members) in Dictionary(grouping: deleted, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let entity = reader.model.entitiesByName[name] else { continue }
            for relationship in entity.relationships {
                guard let inverse = CheckedProperties.derivedInverse(of: relationship, in: reader.model),
                    inverse.hasBounds
                else { continue }
                let destinations = try reader.destinations(of: relationship, from: members.sorted())
                noteOwners(destinations.objectIDs.flatMap { $0 }, inverse)
            }
        }
    }

    /// The objects to lock until the transaction ends, so that saves that conflict meet.
    package var objectIDs: Set<ObjectID> {
        (Array(owners.values) + Array(claimed.values)).reduce(into: []) { $0.formUnion($1) }
    }

    /// Examines new objects by index, and skips those without such relationships, because there may be very many.
    private mutating func noteInsertions(of changes: StoreChanges) {
        if reader.checkedProperties.derivedSides.isEmpty { return }
        var last = (name: "", derivedSides: [CheckedProperties.DerivedSide]())
        for place in changes.inserted.indices {
            let name = changes.inserted[place].objectID.entityName
            if name != last.name { last = (name, derivedSides(of: name)) }
            if last.derivedSides.isEmpty { continue }
            note(last.derivedSides, of: name) { changes.inserted[place].destinations[$0.index] }
        }
    }

    private mutating func note(
        _ derivedSides: [CheckedProperties.DerivedSide], of entityName: String,
        _ destinations: (RelationshipDescription) -> [ObjectID]
    ) {
        for side in derivedSides {
            let destinations = destinations(side.relationship)
            guard !destinations.isEmpty else { continue }
            if side.isOneToOne {
                claimed[Side(entityName: entityName, relationshipName: side.relationship.name), default: []]
                    .formUnion(destinations)
            }
            noteOwners(destinations, side.inverse)
        }
    }

    private func derivedSides(of entityName: String) -> [CheckedProperties.DerivedSide] {
        reader.checkedProperties.derivedSides[entityName] ?? []
    }

    private mutating func noteOwners(_ destinations: [ObjectID], _ inverse: RelationshipDescription) {
        guard inverse.hasBounds else { return }
        for destination in destinations {
            owners[Side(entityName: destination.entityName, relationshipName: inverse.name), default: []]
                .insert(destination)
        }
    }

    /// Checks the state after the write.
    ///
    /// - Throws: `MergeConflictError` with the objects whose sides are invalid,
    ///   or ``GraphIntegrityError`` for a wrong derived value.
    package func check() throws {
        var wrong: Set<ObjectID> = []
        for (side, objectIDs) in claimed {
            guard let (entity, relationship) = property(side) else { continue }
            wrong.formUnion(try reader.contested(objectIDs, by: relationship, of: entity))
        }
        for (side, objectIDs) in owners { wrong.formUnion(try miscounted(objectIDs.subtracting(deleted), side)) }
        guard wrong.isEmpty else { throw MergeConflictError(objectIDs: wrong.sorted()) }
        try derivations?.check()
    }

    private func property(_ side: Side) -> (entity: EntityDescription, relationship: RelationshipDescription)? {
        guard let entity = reader.model.entitiesByName[side.entityName],
            let relationship = entity.relationship(named: side.relationshipName)
        else { return nil }
        return (entity, relationship)
    }

    /// The objects with more or fewer members than the model allows.
    private func miscounted(_ objectIDs: Set<ObjectID>, _ side: Side) throws -> [ObjectID] {
        guard let (_, relationship) = property(side) else { return [] }
        let members = objectIDs.sorted()
        let present = Set(try reader.rows(of: members).map(\.objectID))
        let destinations = try reader.destinations(of: relationship, from: members)
        return zip(members, destinations.objectIDs)
            .filter { present.contains($0) && !relationship.allows(count: $1.count) }.map(\.0)
    }
}
