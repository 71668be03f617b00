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

    /// The new value of a property in a constraint.
    private enum Member {
        case attribute(columns: [(name: String, type: ColumnType)], Attribute, AttributeColumns, AttributeValue?)
        /// The destination is nil if the relationship does not change, and `.some(nil)` if it becomes empty.
        case link(column: String, ObjectID??)

        /// Whether the changes contain a value.
        var isNew: Bool {
            switch self {
            case .attribute(_, _, _, let value): value != nil
            case .link(_, let destination): destination != nil
            }
        }

        /// Whether the new value is null, which conflicts with nothing.
        var isNull: Bool {
            switch self {
            case .attribute(_, _, _, let value): value?.isNull ?? false
            case .link(_, let destination): destination.map { $0 == nil } ?? false
            }
        }

        /// The value for the conflict.
        var value: AttributeValue {
            switch self {
            case .attribute(_, _, _, let value): value ?? .null
            case .link(_, let destination): destination?.map { .uri($0.uriRepresentation()) } ?? .null
            }
        }
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
    private struct Question {
        typealias Row = (place: Int, number: Int64, values: [ValueBytes])

        /// The joined tables, of which `t` has the rows with the values of `a`.
        let tables: String
        /// The columns of `a`: the place and the number of a candidate, and its values.
        let columns: [(name: String, type: ServerType, cast: String)]
        let entity: EntityLayout
        var rows: [Row] = []
    }

    /// Returns a conflict for each violated constraint; nil if there is no longer any.
    func conflicts(of changes: StoreChanges) throws -> ConstraintConflicts? {
        var candidates: [Candidate] = []
        for insertion in changes.inserted {
            candidates += self.candidates(insertion.objectID, isInserted: true) {
                insertion.values[$0]
            } destination: {
                .some(insertion.destinations[$0].first)
            }
        }
        for update in changes.updated {
            candidates += self.candidates(update.objectID, isInserted: false) {
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
                    constraint: candidate.propertyNames, values: candidate.members.map(\.value),
                    databaseObjectID: other, conflictingObjectIDs: [candidate.objectID]))
        }
        return found.isEmpty ? nil : ConstraintConflicts(conflicts: found)
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
    ) -> [Candidate] {
        guard let entity = core.layout.entities[objectID.entityName] else { return [] }
        let constraints = entity.entity.uniquenessConstraints(in: core.layout.model)
        return constraints.compactMap { constraint -> Candidate? in
            let members = constraint.propertyNames.compactMap { name -> Member? in
                // Without a column, no index ensures that the values differ.
                guard entity.indexedColumn(ofPropertyNamed: name) != nil else { return nil }
                if let place = entity.entity.attributes.firstIndex(where: { $0.name == name }) {
                    let columns = entity.attributes[place]
                    return .attribute(
                        columns: columns.columns, entity.entity.attributes[place], columns, value(place))
                }
                guard let relationship = entity.entity.relationship(named: name),
                    case .own(let column, _)? = entity.links[relationship.index]
                else { return nil }
                return .link(column: column, destination(relationship.index))
            }
            guard members.count == constraint.propertyNames.count, members.contains(where: \.isNew),
                !members.contains(where: \.isNull)
            else { return nil }
            return Candidate(
                objectID: objectID, entity: entity, propertyNames: constraint.propertyNames, members: members,
                isInserted: isInserted)
        }
    }

    /// Returns the objects that have the values of a candidate, by the candidate's place in the list.
    private func holders(of candidates: [Candidate]) throws -> [Int: [ObjectID]] {
        var questions: [String: Question] = [:]
        for (place, candidate) in candidates.enumerated() {
            let (question, values) = try question(candidate)
            questions[question.tables, default: question].rows.append((place, candidate.objectID.number, values))
        }
        var holders: [Int: [ObjectID]] = [:]
        for (_, question) in questions.sorted(by: { $0.key < $1.key }) {
            for start in stride(from: 0, to: question.rows.count, by: Self.batchCount) {
                let rows = question.rows[start..<min(start + Self.batchCount, question.rows.count)]
                for (place, objectID) in try ask(question, rows) { holders[place, default: []].append(objectID) }
            }
        }
        return holders
    }

    /// The conditions that a row `t` has the values of a candidate `a`.
    private struct Conditions {
        var columns: [(name: String, type: ServerType, cast: String)] = [("place", .bigint, ""), ("id", .bigint, "")]
        var values: [ValueBytes] = []
        var texts = ["t.id <> a.c1"]
        /// Whether the row `o` of the candidate has one of the values.
        var keepsValue = false

        /// Requires a new value.
        mutating func require(_ column: String, _ type: ServerType, cast: String = "", _ value: ValueBytes?) {
            let name = SQLName.quoted(column)
            guard let value else {
                texts.append("t.\(name) IS NULL")
                return
            }
            // Only this way, the server looks into an index.
            texts.append("t.\(name) = a.c\(columns.count)\(cast)")
            columns.append((column, type, cast))
            values.append(value)
        }

        /// Requires the value that the object keeps.
        mutating func keep(_ column: String, isSecond: Bool = false) {
            let name = SQLName.quoted(column)
            keepsValue = true
            // Null equals nothing, except in the second column of a value.
            texts.append("t.\(name) \(isSecond ? "IS NOT DISTINCT FROM" : "=") o.\(name)")
        }
    }

    /// Returns the question about a candidate, without its row, and its values.
    private func question(_ candidate: Candidate) throws -> (Question, [ValueBytes]) {
        let entity = candidate.entity
        let writer = ValueWriter(place: core.place)
        var conditions = Conditions()
        for member in candidate.members {
            switch member {
            case .attribute(let columns, let attribute, let layout, let new):
                guard let new else {
                    for (place, column) in columns.enumerated() { conditions.keep(column.name, isSecond: place > 0) }
                    continue
                }
                let bytes = try writer.bytes(of: new, in: layout, named: attribute.name, of: entity.entity.name)
                for (column, value) in zip(columns, [bytes.first, bytes.second]) {
                    conditions.require(column.name, column.type.wire, cast: column.type.cast, value)
                }
            case .link(let column, let destination):
                guard let destination else {
                    conditions.keep(column)
                    continue
                }
                conditions.require(column, .bigint, destination.map(Self.key))
            }
        }
        let own = conditions.keepsValue ? "JOIN \(entity.table) o ON o.id = a.c1 " : ""
        let tables = "\(own)JOIN \(entity.table) t ON \(conditions.texts.joined(separator: " AND "))"
        return (Question(tables: tables, columns: conditions.columns, entity: entity), conditions.values)
    }

    private static func key(_ objectID: ObjectID) -> ValueBytes { .array(objectID.number.bigEndianBytes) }

    private func ask(_ question: Question, _ rows: ArraySlice<Question.Row>) throws -> [(Int, ObjectID)] {
        var batch = RowBatch(question.columns)
        for row in rows {
            batch.append(Int64(row.place), at: 0)
            batch.append(row.number, at: 1)
            for (index, value) in row.values.enumerated() { batch.append(value, at: index + 2) }
            batch.endRow()
        }
        let result = try core.pool.runRepeatably(
            "SELECT a.c0, t.id, t.entity FROM \(batch.source) \(question.tables) ORDER BY a.c0, t.id",
            batch.parameters, until: deadline)
        return (0..<result.rowCount).compactMap { row in
            core.layout.entityName(ofRowNumbered: result.integer(row, 2), inTableOf: question.entity)
                .flatMap { core.spaces[$0] }
                .map { (Int(result.integer(row, 0)), ObjectID($0, number: result.integer(row, 1))) }
        }
    }
}
