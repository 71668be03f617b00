/// What a store tells of its objects inside a commit, so that ``LawCheck`` can look at what is written.
package protocol LawReader {
    /// What the store's objects are of.
    var model: ManagedObjectModel { get }

    /// The rows of objects, in any order. Those that are gone are left out.
    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow]

    /// Where a relationship of some objects leads.
    func destinations(of relationship: RelationshipDescription, from objectIDs: [ObjectID]) throws -> StoreDestinations

    /// Those among some objects that a to-one relationship of more than one object of an entity's family leads to.
    func contested(
        _ objectIDs: Set<ObjectID>, by relationship: RelationshipDescription, of entity: EntityDescription
    ) throws -> [ObjectID]
}

/// Refuses changes whose objects were right when each was written, and are wrong together with what others have written
/// meanwhile: two that lead to one which can lead back to one only, and more or fewer members than the model allows.
///
/// Every side that a save tells is guarded by its object's version. Left are the sides that follow from others.
package struct LawCheck<Reader: LawReader> {
    private let reader: Reader
    private let deleted: Set<ObjectID>
    /// Objects whose sides follow from what changes, by the side.
    private var owners: [Side: Set<ObjectID>] = [:]
    /// Objects that others may lead to as well, by the side that leads to them.
    private var claimed: [Side: Set<ObjectID>] = [:]

    /// A relationship of an entity.
    private struct Side: Hashable {
        var entityName: String
        var relationshipName: String
    }

    /// Looks at what changes are about, before they are written.
    package init(_ changes: StoreChanges, _ reader: Reader) throws {
        self.reader = reader
        deleted = Set(changes.deleted.map(\.objectID))
        var sides = DerivedSides(model: reader.model)
        for insertion in changes.inserted {
            for (relationship, inverse) in sides.find(from: insertion.objectID.space) {
                let destinations = insertion.destinations[relationship.index]
                if !destinations.isEmpty { note(insertion.objectID, relationship, inverse, destinations) }
            }
        }
        for update in changes.updated where !update.links.isEmpty {
            for (relationship, inverse) in sides.find(from: update.objectID.space) {
                guard let change = update.links[relationship.index] else { continue }
                let destinations = change.added + change.removed
                if !destinations.isEmpty { note(update.objectID, relationship, inverse, destinations) }
            }
        }
        for (name, members) in Dictionary(grouping: deleted, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let entity = reader.model.entitiesByName[name] else { continue }
            for relationship in entity.relationships {
                guard let inverse = DerivedSides.inverse(of: relationship, in: reader.model), inverse.hasBounds else {
                    continue
                }
                let destinations = try reader.destinations(of: relationship, from: members.sorted())
                noteOwners(destinations.objectIDs.flatMap { $0 }, inverse)
            }
        }
    }

    /// The objects that must not change until the transaction ends, so that two saves that are wrong together meet.
    package var objectIDs: Set<ObjectID> {
        (Array(owners.values) + Array(claimed.values)).reduce(into: []) { $0.formUnion($1) }
    }

    private mutating func note(
        _ objectID: ObjectID, _ relationship: RelationshipDescription, _ inverse: RelationshipDescription,
        _ destinations: [ObjectID]
    ) {
        if !inverse.isToMany, !relationship.isToMany {
            claimed[Side(entityName: objectID.entityName, relationshipName: relationship.name), default: []]
                .formUnion(destinations)
        }
        noteOwners(destinations, inverse)
    }

    private mutating func noteOwners(_ destinations: [ObjectID], _ inverse: RelationshipDescription) {
        guard inverse.hasBounds else { return }
        for destination in destinations {
            owners[Side(entityName: destination.entityName, relationshipName: inverse.name), default: []]
                .insert(destination)
        }
    }

    /// Looks at what has been written.
    ///
    /// - Throws: `MergeConflict` with the objects whose sides are wrong.
    package func check() throws {
        var wrong: Set<ObjectID> = []
        for (side, objectIDs) in claimed {
            guard let (entity, relationship) = property(side) else { continue }
            wrong.formUnion(try reader.contested(objectIDs, by: relationship, of: entity))
        }
        for (side, objectIDs) in owners { wrong.formUnion(try miscounted(objectIDs.subtracting(deleted), side)) }
        guard wrong.isEmpty else { throw MergeConflict(objectIDs: wrong.sorted()) }
    }

    private func property(_ side: Side) -> (entity: EntityDescription, relationship: RelationshipDescription)? {
        guard let entity = reader.model.entitiesByName[side.entityName],
            let relationship = entity.relationship(named: side.relationshipName)
        else { return nil }
        return (entity, relationship)
    }

    /// Those that have more or fewer members than the model allows.
    private func miscounted(_ objectIDs: Set<ObjectID>, _ side: Side) throws -> [ObjectID] {
        guard let (_, relationship) = property(side) else { return [] }
        let members = objectIDs.sorted()
        let present = Set(try reader.rows(of: members).map(\.objectID))
        let destinations = try reader.destinations(of: relationship, from: members)
        return zip(members, destinations.objectIDs)
            .filter { present.contains($0) && !relationship.allows(count: $1.count) }.map(\.0)
    }
}

/// The relationships of entities from which the other side follows. Those of the last entity are kept: objects of one come one after
/// the other.
private struct DerivedSides {
    let model: ManagedObjectModel
    private var lastSpace: IdentitySpace?
    private var last: [(relationship: RelationshipDescription, inverse: RelationshipDescription)] = []

    init(model: ManagedObjectModel) {
        self.model = model
    }

    mutating func find(
        from space: IdentitySpace
    ) -> [(relationship: RelationshipDescription, inverse: RelationshipDescription)] {
        if lastSpace === space { return last }
        lastSpace = space
        last = (model.entitiesByName[space.entityName]?.relationships ?? []).compactMap { relationship in
            Self.inverse(of: relationship, in: model).map { (relationship, $0) }
        }
        return last
    }

    /// The inverse of a relationship, where it follows from this side.
    static func inverse(
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
