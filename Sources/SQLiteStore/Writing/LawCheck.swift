import ObjectGraph

/// Refuses changes whose objects were right when each was written, and are wrong together with what others have written
/// meanwhile: two that lead to one which can lead back to one only, and more or fewer members than the model allows.
///
/// Every side that a save tells is guarded by its object's version. Left are the sides that follow from others.
struct LawCheck {
    private let reader: SQLiteReader
    private let changes: StoreChanges
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
    init(_ changes: StoreChanges, _ reader: SQLiteReader) throws {
        self.reader = reader
        self.changes = changes
        for insertion in changes.inserted {
            try note(insertion.objectID) { insertion.destinations[$0.index] }
        }
        for update in changes.updated {
            try note(update.objectID) { relationship in
                update.links[relationship.index].map { $0.added + $0.removed } ?? []
            }
        }
        let deleted = Dictionary(grouping: changes.deleted.map(\.objectID), by: \.entityName)
        for (name, members) in deleted.sorted(by: { $0.key < $1.key }) {
            try noteDeletions(of: members, of: name)
        }
    }

    private mutating func note(
        _ objectID: ObjectID, _ destinations: (RelationshipDescription) -> [ObjectID]
    ) throws {
        guard let entity = reader.layout.entities[objectID.entityName]?.entity else { return }
        for relationship in entity.relationships {
            guard let inverse = derivedInverse(of: relationship) else { continue }
            let destinations = destinations(relationship)
            guard !destinations.isEmpty else { continue }
            if !inverse.isToMany, !relationship.isToMany {
                claimed[Side(entityName: entity.name, relationshipName: relationship.name), default: []]
                    .formUnion(destinations)
            }
            noteOwners(destinations, inverse)
        }
    }

    private mutating func noteDeletions(of objectIDs: [ObjectID], of name: String) throws {
        guard let entity = reader.layout.entities[name]?.entity else { return }
        for relationship in entity.relationships {
            guard let inverse = derivedInverse(of: relationship), inverse.hasBounds else { continue }
            let destinations = try reader.destinations(of: relationship, from: objectIDs)
            noteOwners(destinations.objectIDs.flatMap { $0 }, inverse)
        }
    }

    private mutating func noteOwners(_ destinations: [ObjectID], _ inverse: RelationshipDescription) {
        guard inverse.hasBounds else { return }
        for destination in destinations {
            owners[
                Side(entityName: destination.entityName, relationshipName: inverse.name), default: []
            ].insert(destination)
        }
    }

    /// The inverse of a relationship, where it follows from this side.
    private func derivedInverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        guard relationship.isStored,
            let inverse = relationship.inverseName.flatMap({ name in
                reader.layout.model.entitiesByName[relationship.destinationName]?.relationship(named: name)
            }), !inverse.isStored
        else { return nil }
        return inverse
    }

    /// Looks at what has been written.
    ///
    /// - Throws: `MergeConflict` with the objects whose sides are wrong.
    func check() throws {
        var wrong: Set<ObjectID> = []
        for (side, objectIDs) in claimed { wrong.formUnion(try contested(objectIDs, by: side)) }
        let gone = Set(changes.deleted.map(\.objectID))
        for (side, objectIDs) in owners { wrong.formUnion(try miscounted(objectIDs.subtracting(gone), side)) }
        guard wrong.isEmpty else { throw MergeConflict(objectIDs: wrong.sorted()) }
    }

    /// Those that more than one object leads to.
    private func contested(_ objectIDs: Set<ObjectID>, by side: Side) throws -> [ObjectID] {
        guard let entity = reader.layout.entities[side.entityName],
            let relationship = entity.entity.relationship(named: side.relationshipName),
            case .own(let column, _) = entity.links[relationship.index]
        else { return [] }
        let statement = try reader.connection.statement(
            "SELECT \(column) FROM \(entity.table) WHERE \(column) IN (SELECT value FROM json_each(?)) "
                + "GROUP BY \(column) HAVING COUNT(*) > 1")
        defer { statement.reset() }
        statement.bind(KeyList.text(objectIDs), at: 1)
        var numbers: Set<Int64> = []
        while try statement.step() { numbers.insert(statement.integer(at: 0)) }
        return objectIDs.filter { numbers.contains($0.number) }
    }

    /// Those that have more or fewer members than the model allows.
    private func miscounted(_ objectIDs: Set<ObjectID>, _ side: Side) throws -> [ObjectID] {
        guard let entity = reader.layout.entities[side.entityName]?.entity,
            let relationship = entity.relationship(named: side.relationshipName)
        else { return [] }
        let members = Array(objectIDs)
        let present = Set(try reader.rows(of: members).map(\.objectID))
        let destinations = try reader.destinations(of: relationship, from: members)
        return zip(members, destinations.objectIDs)
            .filter { present.contains($0) && !relationship.allows(count: $1.count) }.map(\.0)
    }
}
