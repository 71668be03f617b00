import ModelSchema
import ObjectGraph
import SQLStore

/// Finds the uniqueness constraint that a row violates because another process wrote between a save's check and the
/// save itself.
struct UniquenessFinding {
    let connection: SQLiteConnection
    let core: StoreCore
    let changes: StoreChanges

    /// The objects with values that another object is about to get.
    ///
    /// - Returns: A conflict for each violated constraint; nil if there is none.
    func conflicts(of objectID: ObjectID) throws -> ConstraintConflictError? {
        guard let entity = core.layout.entities[objectID.entityName] else { return nil }
        let found = try entity.entity.uniquenessConstraints(in: core.layout.model)
            .compactMap { try conflict($0, of: objectID, entity) }
        return found.isEmpty ? nil : ConstraintConflictError(conflicts: found)
    }

    /// The new value of a property of a constraint.
    private enum NewValue {
        /// The value does not change, so it is in the object's row.
        case unchanged
        /// - Parameter index: The index of the attribute.
        case attribute(index: Int, AttributeValue)
        case destination(ObjectID?)

        /// The value in the conflict. A destination is given by its URI.
        var attributeValue: AttributeValue {
            switch self {
            case .unchanged: .null
            case .attribute(_, let value): value
            case .destination(let objectID): objectID.map { .uri($0.uriRepresentation()) } ?? .null
            }
        }
    }

    private func conflict(
        _ constraint: UniquenessConstraint, of objectID: ObjectID, _ entity: EntityLayout
    ) throws -> ConstraintConflict? {
        let values = constraint.propertyNames.compactMap { newValue(ofPropertyNamed: $0, of: objectID, entity.entity) }
        guard values.count == constraint.propertyNames.count,
            let columns = entity.indexedColumns(ofPropertiesNamed: constraint.propertyNames)
        else { return nil }
        let conditions = zip(values, columns).map { value, column in
            if case .unchanged = value {
                "\(column) = (SELECT \(column) FROM \(entity.table) WHERE Z_PK = \(objectID.number))"
            } else {
                "\(column) = ?"
            }
        }
        let statement = try connection.statement(
            "SELECT Z_PK, Z_ENT FROM \(entity.table) WHERE \(conditions.joined(separator: " AND ")) AND Z_PK <> ?")
        defer { statement.reset() }
        let writer = ValueWriter(external: core.external, writesFiles: false)
        var next: Int32 = 1
        for value in values {
            switch value {
            case .unchanged: continue
            case .attribute(let index, let value):
                next = try writer.bind(value, of: entity.attributes[index], to: statement, at: next)
            case .destination(let destination):
                statement.bind(destination.map { .integer($0.number) } ?? SQLValue.null, at: next)
                next += 1
            }
        }
        statement.bind(objectID.number, at: next)
        guard try statement.step() else { return nil }
        let other = core.layout.entityName(ofRowNumbered: statement.integer(at: 1), inTableOf: entity)
            .flatMap { core.spaces[$0] }
        return ConstraintConflict(
            constraint: constraint.propertyNames, values: values.map(\.attributeValue),
            databaseObjectID: other.map { ObjectID($0, number: statement.integer(at: 0)) },
            conflictingObjectIDs: [objectID])
    }

    /// The new value of a property of an object that the save inserts or updates; nil if the property cannot be unique.
    private func newValue(
        ofPropertyNamed name: String, of objectID: ObjectID, _ entity: EntityDescription
    ) -> NewValue? {
        let insertion = changes.inserted.first { $0.objectID == objectID }
        let update = changes.updated.first { $0.objectID == objectID }
        if let index = entity.attributes.firstIndex(where: { $0.name == name }) {
            let value = insertion.map { $0.values[index] } ?? update?.values[index]
            return value.map { NewValue.attribute(index: index, $0) } ?? NewValue.unchanged
        }
        guard let relationship = entity.relationship(named: name), !relationship.isToMany else { return nil }
        if let insertion { return .destination(insertion.destinations[relationship.index].first) }
        let change = update?.links[relationship.index]
        return change.map { NewValue.destination($0.destinations.first) } ?? NewValue.unchanged
    }
}
