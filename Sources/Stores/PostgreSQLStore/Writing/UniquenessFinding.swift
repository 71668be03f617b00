import ModelSchema
import ObjectGraph
import SQLStore

/// Finds the uniqueness constraints that a save violates because another process saved after the store's check.
struct UniquenessFinding {
    let core: StoreCore

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

        /// The value for the conflict.
        var value: AttributeValue {
            switch self {
            case .attribute(_, _, _, let value): value ?? .null
            case .link(_, let destination): destination?.map { .uri($0.uriRepresentation()) } ?? .null
            }
        }
    }

    /// Returns a conflict for each violated constraint; nil if there is none any more.
    func conflicts(of changes: StoreChanges) throws -> ConstraintConflicts? {
        let gone = Set(changes.deleted.map(\.objectID))
        let moved = changes.updated.map { ($0.objectID, changedNames(in: $0)) }
        var found: [ConstraintConflict] = []
        for insertion in changes.inserted {
            found += try conflicts(
                of: insertion.objectID, { insertion.values[$0] }, { .some(insertion.destinations[$0].first) }
            ) { constraint in
                // An object that changes otherwise keeps its value.
                gone.union(moved.filter { !$0.1.isDisjoint(with: constraint.propertyNames) }.map(\.0))
            }
        }
        for update in changes.updated {
            found += try conflicts(
                of: update.objectID, { update.values[$0] }, { update.links[$0].map(\.destinations.first) }
            ) { _ in gone }
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
    ///   - others: Returns objects that no longer conflict when the save is done.
    private func conflicts(
        of objectID: ObjectID, _ value: (Int) -> AttributeValue?, _ destination: (Int) -> ObjectID??,
        _ others: (UniquenessConstraint) -> Set<ObjectID>
    ) throws -> [ConstraintConflict] {
        guard let entity = core.layout.entities[objectID.entityName] else { return [] }
        let constraints = entity.entity.uniquenessConstraints(in: core.layout.model)
        return try constraints.compactMap { constraint -> ConstraintConflict? in
            let members = constraint.propertyNames.compactMap { name -> Member? in
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
            guard members.count == constraint.propertyNames.count, members.contains(where: \.isNew) else { return nil }
            return try conflict(constraint, members, of: objectID, entity, others(constraint))
        }
    }

    private func conflict(
        _ constraint: UniquenessConstraint, _ members: [Member], of objectID: ObjectID, _ entity: EntityLayout,
        _ others: Set<ObjectID>
    ) throws -> ConstraintConflict? {
        let writer = ValueWriter(place: core.place)
        var parameters = [Parameter(objectID.number)]
        var conditions = ["id <> $1"]
        func keep(_ column: String, isSecond: Bool = false) {
            let name = SQLName.quoted(column)
            // Null equals nothing, except in the second column of a value.
            let equal = isSecond ? "IS NOT DISTINCT FROM" : "="
            conditions.append("\(name) \(equal) (SELECT o.\(name) FROM \(entity.table) o WHERE o.id = $1)")
        }
        for member in members {
            switch member {
            case .attribute(let columns, _, _, nil):
                for (place, column) in columns.enumerated() { keep(column.name, isSecond: place > 0) }
            case .attribute(let columns, let attribute, let layout, let new?):
                if new.isNull { return nil }
                let bytes = try writer.bytes(of: new, in: layout, named: attribute.name, of: entity.entity.name)
                for (column, value) in zip(columns, [bytes.first, bytes.second]) {
                    parameters.append(Parameter(column.type.wire, value))
                    conditions.append(
                        "\(SQLName.quoted(column.name)) IS NOT DISTINCT FROM $\(parameters.count)\(column.type.cast)")
                }
            case .link(let column, nil): keep(column)
            case .link(_, .some(nil)): return nil
            case .link(let column, .some(let destination?)):
                parameters.append(Parameter(destination.number))
                conditions.append("\(SQLName.quoted(column)) = $\(parameters.count)")
            }
        }
        let result = try core.pool.runRepeatably(
            "SELECT id, entity FROM \(entity.table) WHERE \(conditions.joined(separator: " AND "))", parameters)
        let objects = (0..<result.rowCount).compactMap { row in
            core.layout.entityName(ofRowNumbered: result.integer(row, 1), inTableOf: entity).flatMap { core.spaces[$0] }
                .map { ObjectID($0, number: result.integer(row, 0)) }
        }
        guard let other = objects.first(where: { !others.contains($0) }) else { return nil }
        return ConstraintConflict(
            constraint: constraint.propertyNames, values: members.map(\.value), databaseObjectID: other,
            conflictingObjectIDs: [objectID])
    }
}
