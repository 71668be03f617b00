import ModelSchema
import ObjectGraph
import SQLStore

/// Finds the uniqueness constraints that a save violates because another process saved after the store's check.
struct UniquenessFinding {
    let core: StoreCore
    /// The time to stop waiting for a server.
    let deadline: ContinuousClock.Instant

    /// The maximum number of objects that one statement looks for.
    private static let batchCount = 5_000

    /// A property of a constraint.
    private struct Member {
        let columns: [(name: String, type: ColumnType)]
        /// The new value, for the conflict; nil if it does not change.
        let value: AttributeValue?
        /// The new values of the columns; nil for null.
        let bytes: [ValueBytes?]
    }

    /// An object whose changes may violate a constraint.
    private struct Candidate {
        let objectID: ObjectID
        let entity: EntityLayout
        let propertyNames: [String]
        let members: [Member]
        let isInserted: Bool
    }

    /// Candidates that one statement can look for.
    private struct HolderQuery {
        typealias Row = (place: Int, number: Int64, values: [ValueBytes])

        /// The joined tables, of which `t` has the rows with the values of `a`.
        let tables: String
        /// The columns of `a`: the place and the number of a candidate, and its values.
        let columns: [(name: String, type: ServerType, cast: String)]
        let entity: EntityLayout
        var rows: [Row] = []
    }

    /// Returns a conflict for each violated constraint; nil if there is no longer any.
    func conflicts(of changes: StoreChanges) throws -> ConstraintConflictError? {
        var candidates: [Candidate] = []
        for insertion in changes.inserted {
            candidates += try self.candidates(insertion.objectID, isInserted: true) {
                insertion.values[$0]
            } destination: {
                .some(insertion.destinations[$0].first)
            }
        }
        for update in changes.updated {
            candidates += try self.candidates(update.objectID, isInserted: false) {
                update.values[$0]
            } destination: {
                update.links[$0].map(\.destinations.first)
            }
        }
        let holders = try holders(of: candidates)
        let gone = Set(changes.deleted.map(\.objectID))
        let moved = changes.updated.map { ($0.objectID, changedNames(in: $0)) }
        // An object that changes otherwise keeps its value.
        var released: [[String]: Set<ObjectID>] = [:]
        var found: [ConstraintConflict] = []
        for (place, candidate) in candidates.enumerated() {
            guard let holders = holders[place] else { continue }
            var others = gone
            if candidate.isInserted {
                let names = candidate.propertyNames
                others =
                    released[names] ?? gone.union(moved.filter { !$0.1.isDisjoint(with: names) }.map(\.0))
                released[names] = others
            }
            guard let other = holders.first(where: { !others.contains($0) }) else { continue }
            found.append(
                ConstraintConflict(
                    constraint: candidate.propertyNames, values: candidate.members.map { $0.value ?? .null },
                    databaseObjectID: other, conflictingObjectIDs: [candidate.objectID]))
        }
        return found.isEmpty ? nil : ConstraintConflictError(conflicts: found)
    }

    /// The attributes and relationships that an update changes.
    private func changedNames(in update: StoreChanges.Update) -> Set<String> {
        guard let entity = core.layout.entities[update.objectID.entityName]?.entity else { return [] }
        return Set(update.values.keys.map { entity.attributes[$0].name })
            .union(update.links.keys.map { entity.relationships[$0].name })
    }

    /// - Parameters:
    ///   - value: Returns the new value of an attribute, by index; nil if it does not change.
    ///   - destination: Returns the new destination of a relationship, by index; nil if it does not change.
    private func candidates(
        _ objectID: ObjectID, isInserted: Bool, value: (Int) -> AttributeValue?, destination: (Int) -> ObjectID??
    ) throws -> [Candidate] {
        guard let entity = core.layout.entities[objectID.entityName] else { return [] }
        let writer = ValueWriter(location: core.location)
        let constraints = entity.entity.uniquenessConstraints(in: core.layout.model)
        return try constraints.compactMap { constraint -> Candidate? in
            let members = try constraint.propertyNames.compactMap { name -> Member? in
                // Without a column, no index ensures that the values differ.
                guard let column = entity.indexedColumn(ofPropertyNamed: name) else { return nil }
                if let place = entity.entity.attributes.firstIndex(where: { $0.name == name }) {
                    let (new, columns) = (value(place), entity.attributes[place])
                    let bytes = try writer.bytes(
                        of: new ?? .null, in: columns, named: name, of: entity.entity.name)
                    return Member(columns: columns.columns, value: new, bytes: [bytes.first, bytes.second])
                }
                guard let relationship = entity.entity.relationship(named: name) else { return nil }
                let new = destination(relationship.index)
                return Member(
                    columns: [(column, .bigint)],
                    value: new.map { $0.map { AttributeValue.uri($0.uriRepresentation()) } ?? .null },
                    bytes: [new?.map { ValueBytes.array($0.number.bigEndianBytes) }])
            }
            guard members.count == constraint.propertyNames.count, members.contains(where: { $0.value != nil }),
                // Null conflicts with nothing.
                !members.contains(where: { $0.value?.isNull == true })
            else { return nil }
            return Candidate(
                objectID: objectID, entity: entity, propertyNames: constraint.propertyNames, members: members,
                isInserted: isInserted)
        }
    }

    /// Returns the objects that have the values of a candidate, by the candidate's place in the list.
    private func holders(of candidates: [Candidate]) throws -> [Int: [ObjectID]] {
        var queries: [String: HolderQuery] = [:]
        for (place, candidate) in candidates.enumerated() {
            let (query, values) = query(candidate)
            queries[query.tables, default: query].rows.append((place, candidate.objectID.number, values))
        }
        var holders: [Int: [ObjectID]] = [:]
        for (_, query) in queries.sorted(by: { $0.key < $1.key }) {
            for start in stride(from: 0, to: query.rows.count, by: Self.batchCount) {
                let rows = query.rows[start..<min(start + Self.batchCount, query.rows.count)]
                for (place, objectID) in try run(query, rows) { holders[place, default: []].append(objectID) }
            }
        }
        return holders
    }

    /// Returns the query about a candidate, without its row, and its values.
    private func query(_ candidate: Candidate) -> (HolderQuery, [ValueBytes]) {
        var columns: [(name: String, type: ServerType, cast: String)] = [("place", .bigint, ""), ("id", .bigint, "")]
        var values: [ValueBytes] = []
        // The conditions that a row `t` has the values of a candidate `a`, whose own row is `o`.
        var conditions = ["t.id <> a.c1"]
        for member in candidate.members {
            for (place, column) in member.columns.enumerated() {
                let name = SQLName.quoted(column.name)
                if member.value == nil {
                    // Null equals nothing, except in the second column of a value.
                    conditions.append("t.\(name) \(place > 0 ? "IS NOT DISTINCT FROM" : "=") o.\(name)")
                } else if let value = member.bytes[place] {
                    // Only this way, the server looks into an index.
                    conditions.append("t.\(name) = a.c\(columns.count)\(column.type.cast)")
                    columns.append((column.name, column.type.wire, column.type.cast))
                    values.append(value)
                } else {
                    conditions.append("t.\(name) IS NULL")
                }
            }
        }
        let entity = candidate.entity
        let keepsValue = candidate.members.contains { $0.value == nil }
        let own = keepsValue ? "JOIN \(entity.table) o ON o.id = a.c1 " : ""
        let tables = "\(own)JOIN \(entity.table) t ON \(conditions.joined(separator: " AND "))"
        return (HolderQuery(tables: tables, columns: columns, entity: entity), values)
    }

    private func run(_ query: HolderQuery, _ rows: ArraySlice<HolderQuery.Row>) throws -> [(Int, ObjectID)] {
        var batch = RowBatch(query.columns)
        for row in rows {
            batch.append(Int64(row.place), at: 0)
            batch.append(row.number, at: 1)
            for (index, value) in row.values.enumerated() { batch.append(value, at: index + 2) }
            batch.endRow()
        }
        let result = try core.pool.runRepeatably(
            "SELECT a.c0, t.id, t.entity FROM \(batch.source) \(query.tables) ORDER BY a.c0, t.id",
            batch.parameters, until: deadline)
        return (0..<result.rowCount).compactMap { row in
            core.layout.entityName(ofRowNumbered: result.integer(row, 2), inTableOf: query.entity)
                .flatMap { core.spaces[$0] }
                .map { (Int(result.integer(row, 0)), ObjectID($0, number: result.integer(row, 1))) }
        }
    }
}
