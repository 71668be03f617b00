package import StoreProtocol

/// Where the links of a relationship are outside of the rows of its objects: in rows of destinations, or in pairs.
/// Names are ready for SQL.
package struct LinkStorage: Sendable {
    package let table: String
    /// The column of the sources' keys.
    package let source: String
    /// The column of the destinations' keys.
    package let destination: String
    /// The column of the number of the source's entity; nil if there is none.
    package let sourceEntity: String?
    /// The column of the destination's position; nil if the relationship is not ordered.
    package let position: String?
    /// Whether the rows are pairs, rather than those of destinations.
    package let storesPairs: Bool
    /// Whether the destinations' own changes write the links, so that only the positions belong to the relationship.
    package let isOfInverse: Bool

    /// The start of the statement that removes links, up to its condition.
    ///
    /// - Parameter alias: What the condition calls the table.
    package func removal(as alias: String? = nil) -> String {
        let table = alias.map { "\(self.table) \($0)" } ?? self.table
        if storesPairs { return "DELETE FROM \(table)" }
        let columns = [source, sourceEntity, position].compactMap { $0 }
        return "UPDATE \(table) SET \(columns.map { "\($0) = NULL" }.joined(separator: ", "))"
    }
}

extension SQLLayout {
    /// Returns the places of a relationship's links outside of the objects' own rows: none, one, or two if each pair is
    /// stored in both directions.
    package func linkStorage(of relationship: RelationshipDescription, in entity: Entity) -> [LinkStorage] {
        guard let columns = link(of: relationship, of: entity.entity),
            let destination = entities[relationship.destinationName]
        else { return [] }
        switch columns {
        case .own:
            // The other side of a one-to-one relationship.
            guard let inverse = inverse(of: relationship, destination) else { return [] }
            return [
                LinkStorage(
                    table: destination.table, source: inverse.column, destination: key,
                    sourceEntity: inverse.entityColumn, position: nil, storesPairs: false, isOfInverse: false)
            ]
        case .destinations(let column, let position):
            let inverse = inverse(of: relationship, destination)
            return [
                LinkStorage(
                    table: destination.table, source: column, destination: key, sourceEntity: inverse?.entityColumn,
                    position: position, storesPairs: false, isOfInverse: relationship.inverseName != nil)
            ]
        case .pairs(let pairs):
            let sides = pairs.isSymmetric ? [pairs, pairs.reversed] : [pairs]
            return sides.map { side in
                LinkStorage(
                    table: side.table, source: side.source, destination: side.destination, sourceEntity: nil,
                    position: side.position, storesPairs: true, isOfInverse: false)
            }
        }
    }

    /// Returns where links to new objects from before their insertion may be: an object that returns after its deletion
    /// has no other links than those of the save, but rows may still refer to it where a missing destination is
    /// allowed.
    ///
    /// Remove them before the links of the save are written. Versions stay as they are, because readers treat a link to
    /// a missing object as none.
    ///
    /// - Returns: The places, each with the keys of the new objects, and the links of the save, which stay.
    package func leftoverLinks(
        toInsertionsIn changes: StoreChanges
    ) -> [(place: LinkStorage, sources: [Int64], kept: [(source: Int64, destination: Int64)])] {
        changes.insertionsWithRemainingLinks(in: model).flatMap { relationship, members in
            let sources = members.map(\.objectID.number)
            let kept = members.flatMap { member in
                member.destinations[relationship.index].map { (source: member.objectID.number, destination: $0.number) }
            }
            let places = entities[members[0].objectID.entityName].map { linkStorage(of: relationship, in: $0) } ?? []
            return places.map { ($0, sources, kept) }
        }
    }

    /// Returns the columns of the other side of a relationship in the row of a destination; nil if they are elsewhere.
    private func inverse(
        of relationship: RelationshipDescription, _ destination: Entity
    ) -> (column: String, entityColumn: String?)? {
        guard let inverse = relationship.inverseName.flatMap(destination.entity.relationship(named:)),
            case .own(let column, let entityColumn)? = link(of: inverse, of: destination.entity)
        else { return nil }
        return (column, entityColumn)
    }
}
