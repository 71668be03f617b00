import ModelSchema
import ObjectGraph
import SQLStore

/// Finds the uniqueness constraint that a row violates because another process wrote between a save's check and the
/// save itself.
struct UniquenessFinding {
    let connection: SQLiteConnection
    let core: StoreCore

    /// The objects with values that another object is about to get.
    ///
    /// - Parameter value: Returns the new value of an attribute by its index; nil if it does not change.
    /// - Returns: A conflict for each violated constraint; nil if there is none.
    func conflicts(of objectID: ObjectID, _ value: (Int) -> AttributeValue?) throws -> ConstraintConflictError? {
        guard let entity = core.layout.entities[objectID.entityName] else { return nil }
        let found = try entity.entity.uniquenessConstraints(in: core.layout.model)
            .compactMap { try conflict($0, of: objectID, entity, value) }
        return found.isEmpty ? nil : ConstraintConflictError(conflicts: found)
    }

    private func conflict(
        _ constraint: UniquenessConstraint, of objectID: ObjectID, _ entity: EntityLayout,
        _ value: (Int) -> AttributeValue?
    ) throws -> ConstraintConflict? {
        let places = constraint.propertyNames.compactMap { name in
            entity.entity.attributes.firstIndex { $0.name == name }
        }
        guard places.count == constraint.propertyNames.count,
            let columns = entity.indexedColumns(ofPropertiesNamed: constraint.propertyNames)
        else { return nil }
        let conditions = zip(places, columns).map { place, column in
            value(place) == nil
                ? "\(column) = (SELECT \(column) FROM \(entity.table) WHERE Z_PK = \(objectID.number))"
                : "\(column) = ?"
        }
        let statement = try connection.statement(
            "SELECT Z_PK, Z_ENT FROM \(entity.table) WHERE \(conditions.joined(separator: " AND ")) AND Z_PK <> ?")
        defer { statement.reset() }
        let writer = ValueWriter(external: core.external, writesFiles: false)
        var next: Int32 = 1
        for place in places {
            guard let value = value(place) else { continue }
            next = try writer.bind(value, of: entity.attributes[place], to: statement, at: next)
        }
        statement.bind(objectID.number, at: next)
        guard try statement.step() else { return nil }
        let other = core.layout.entityName(ofRowNumbered: statement.integer(at: 1), inTableOf: entity)
            .flatMap { core.spaces[$0] }
        return ConstraintConflict(
            constraint: constraint.propertyNames, values: places.map { value($0) ?? .null },
            databaseObjectID: other.map { ObjectID($0, number: statement.integer(at: 0)) },
            conflictingObjectIDs: [objectID])
    }
}
