import ModelSchema
import ObjectGraph

/// Finds out which uniqueness constraints a save has met, which another process wrote between the look that a save takes at what
/// is unique and the save itself.
struct UniquenessFinding {
    let core: StoreCore

    /// A conflict for each constraint that is met; nil where there is none any more.
    func conflicts(of changes: StoreChanges) throws -> ConstraintConflicts? {
        let gone = Set(changes.deleted.map(\.objectID))
        let moved = Set(changes.updated.map(\.objectID))
        var found: [ConstraintConflict] = []
        for insertion in changes.inserted {
            found += try conflicts(of: insertion.objectID, gone.union(moved)) { insertion.values[$0] }
        }
        for update in changes.updated {
            found += try conflicts(of: update.objectID, gone) { update.values[$0] }
        }
        return found.isEmpty ? nil : ConstraintConflicts(conflicts: found)
    }

    /// - Parameters:
    ///   - others: Objects that are in nobody's way any more when the save is done.
    ///   - value: What the object is to hold, by the attribute's place; nil for what it holds already.
    private func conflicts(
        of objectID: ObjectID, _ others: Set<ObjectID>, _ value: (Int) -> AttributeValue?
    ) throws -> [ConstraintConflict] {
        guard let entity = core.layout.entities[objectID.entityName] else { return [] }
        let lineage =
            [entity.entity] + entity.entity.ancestorNames.compactMap { core.layout.model.entitiesByName[$0] }
        return try lineage.flatMap(\.schema.uniquenessConstraints)
            .compactMap { try conflict($0, of: objectID, entity, others, value) }
    }

    private func conflict(
        _ constraint: UniquenessConstraint, of objectID: ObjectID, _ entity: EntityLayout, _ others: Set<ObjectID>,
        _ value: (Int) -> AttributeValue?
    ) throws -> ConstraintConflict? {
        let places = constraint.propertyNames.compactMap { name in
            entity.entity.attributes.firstIndex { $0.name == name }
        }
        guard places.count == constraint.propertyNames.count, places.contains(where: { value($0) != nil }) else {
            return nil
        }
        let writer = ValueWriter(place: core.place)
        var parameters = [Parameter(objectID.number)]
        var conditions = ["id <> $1"]
        for place in places {
            let columns = entity.attributes[place].columns
            guard let new = value(place) else {
                conditions += columns.map { column in
                    let name = SQLName.quoted(column.name)
                    return "\(name) IS NOT DISTINCT FROM (SELECT o.\(name) FROM \(entity.table) o WHERE o.id = $1)"
                }
                continue
            }
            if new.isNull { return nil }
            let bytes = try writer.bytes(
                of: new, in: entity.attributes[place], named: entity.entity.attributes[place].name,
                of: entity.entity.name)
            for (column, value) in zip(columns, [bytes.first, bytes.second]) {
                parameters.append(Parameter(column.type.wire, value))
                conditions.append(
                    "\(SQLName.quoted(column.name)) IS NOT DISTINCT FROM $\(parameters.count)\(column.type.cast)")
            }
        }
        let result = try core.pool.read(
            "SELECT id, entity FROM \(entity.table) WHERE \(conditions.joined(separator: " AND "))", parameters)
        let objects = (0..<result.rowCount).compactMap { row in
            core.layout.names[result.integer(row, 1)].flatMap { core.spaces[$0] }
                .map { ObjectID($0, number: result.integer(row, 0)) }
        }
        guard let other = objects.first(where: { !others.contains($0) }) else { return nil }
        return ConstraintConflict(
            constraint: constraint.propertyNames, values: places.map { value($0) ?? .null }, databaseObjectID: other,
            conflictingObjectIDs: [objectID])
    }
}
