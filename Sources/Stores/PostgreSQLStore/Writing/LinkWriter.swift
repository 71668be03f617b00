import ObjectGraph
import SQLStore

/// Writes the parts of relationships outside of the object's row: tables of pairs,
/// and positions of ordered destinations.
struct LinkWriter {
    let core: StoreCore
    let transaction: Transaction

    /// The changes in a table of pairs.
    private struct PairChanges {
        var pairs: LinkColumns.JoinTable
        var removed: RowBatch
        var added: RowBatch

        init(_ pairs: LinkColumns.JoinTable) {
            self.pairs = pairs
            let columns: [(name: String, type: ServerType, cast: String)] = [
                (pairs.source, .bigint, ""), (pairs.destination, .bigint, ""),
            ]
            removed = RowBatch(columns)
            added = RowBatch(columns)
        }
    }

    /// The positions of destinations in the rows of a table.
    private struct Places {
        /// The start of the assignment, up to the source of the new positions.
        var assignment: String
        /// The condition for the row of a position.
        var condition: String
        var batch = RowBatch([("source", .bigint, ""), ("destination", .bigint, ""), ("place", .bigint, "")])
    }

    /// Writes the links of all changes, after the rows of the objects.
    func write(_ changes: StoreChanges) {
        var pairChanges: [String: PairChanges] = [:]
        var places: [String: Places] = [:]
        for change in changes.relationshipChanges(in: core.layout.model, includingToOne: false) {
            note(change, &pairChanges, &places)
        }
        let ordered = pairChanges.sorted { $0.key < $1.key }.map(\.value)
        // Removed pairs come first, so that their destinations are free.
        for change in ordered where change.removed.rowCount > 0 {
            let (source, destination) = (SQLName.quoted(change.pairs.source), SQLName.quoted(change.pairs.destination))
            transaction.add(
                "DELETE FROM \(change.pairs.table) j USING \(change.removed.source) "
                    + "WHERE j.\(source) = a.c0 AND j.\(destination) = a.c1", change.removed.parameters)
        }
        for change in ordered where change.added.rowCount > 0 {
            let statement = change.added.insertion(into: change.pairs.table)
            transaction.add("\(statement.text) ON CONFLICT DO NOTHING", statement.parameters)
        }
        for (_, place) in places.sorted(by: { $0.key < $1.key }) {
            transaction.add(
                "\(place.assignment) FROM \(place.batch.source) WHERE \(place.condition)", place.batch.parameters)
        }
    }

    /// Removes links to new objects from before their insertion.
    func removeRemains(toNewIn changes: StoreChanges) {
        for (place, sources, kept) in core.layout.leftoverLinks(toInsertionsIn: changes) {
            transaction.add(
                "\(place.removal(as: "t")) WHERE t.\(place.source) = ANY($1) AND NOT EXISTS "
                    + "(SELECT 1 FROM unnest($2::bigint[], $3::bigint[]) a(c0, c1) "
                    + "WHERE t.\(place.source) = a.c0 AND t.\(place.destination) = a.c1)",
                [sources, kept.map(\.source), kept.map(\.destination)].map(Parameter.init(keys:)))
        }
    }

    private func note(
        _ link: RelationshipChange, _ pairChanges: inout [String: PairChanges],
        _ places: inout [String: Places]
    ) {
        let (source, change) = (link.source, link.change)
        switch core.layout.entities[source.entityName]?.links[link.relationship.index] {
        case .pairs(let pairs)?:
            let key = "\(pairs.name).\(pairs.source)"
            var known = pairChanges.removeValue(forKey: key) ?? PairChanges(pairs)
            for destination in change.removed { known.removed.append(source, destination, pairs.isSymmetric) }
            for destination in change.added { known.added.append(source, destination, pairs.isSymmetric) }
            pairChanges[key] = known
            guard let position = pairs.position else { return }
            let condition = "t.\(SQLName.quoted(pairs.source)) = a.c0 AND t.\(SQLName.quoted(pairs.destination)) = a.c1"
            place(change.destinations, of: source, in: pairs.table, position, where: condition, &places)
        case .destinations(let column, let position?)?:
            guard link.relationship.isOrdered,
                let table = core.layout.entities[link.relationship.destinationName]?.table
            else { return }
            place(
                change.destinations, of: source, in: table, position,
                where: "t.\(SQLName.quoted(column)) = a.c0 AND t.id = a.c1", &places)
        case .own, .destinations, nil:
            break
        }
    }

    /// Sets the positions of destinations, from 0. Destinations that keep their position are not written.
    private func place(
        _ destinations: [ObjectID], of source: ObjectID, in table: String, _ position: String, where condition: String,
        _ places: inout [String: Places]
    ) {
        let name = SQLName.quoted(position)
        let key = "\(table).\(name)"
        var known =
            places.removeValue(forKey: key)
            ?? Places(
                assignment: "UPDATE \(table) t SET \(name) = a.c2",
                condition: "\(condition) AND t.\(name) IS DISTINCT FROM a.c2")
        for (place, destination) in destinations.enumerated() {
            known.batch.append(source.number, at: 0)
            known.batch.append(destination.number, at: 1)
            known.batch.append(Int64(place), at: 2)
            known.batch.endRow()
        }
        places[key] = known
    }
}

extension RowBatch {
    /// Appends a pair, and also the reverse if the relationship is its own inverse.
    fileprivate mutating func append(_ source: ObjectID, _ destination: ObjectID, _ isSymmetric: Bool) {
        append(source.number, at: 0)
        append(destination.number, at: 1)
        endRow()
        guard isSymmetric else { return }
        append(destination.number, at: 0)
        append(source.number, at: 1)
        endRow()
    }
}
