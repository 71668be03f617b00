import ModelExpressions
package import ObjectGraph

/// The numbers of the objects in a store, and of the values of their properties.
package struct StoreStatistics {
    /// The entities with the numbers of their objects, without those of their descendants.
    package static func entities(in context: ManagedObjectContext) throws -> RowTable {
        var table = RowTable(columnNames: ["entity", "objects"], rows: [])
        for entity in context.managedObjectModel.entities where !entity.isAbstract {
            let request = FetchRequest<ManagedObject>(entityName: entity.name, includesSubentities: false)
            table.rows.append([.text(entity.name), .integer(Int64(try context.count(for: request)))])
        }
        return table
    }

    /// The properties of an entity with the numbers of their values or destinations, distinct values, and nils.
    package static func properties(of entity: EntityDescription, in context: ManagedObjectContext) throws -> RowTable {
        let objects = try context.fetch(FetchRequest<ManagedObject>(entityName: entity.name))
        var table = RowTable(columnNames: ["property", "type", "values", "different", "nil"], rows: [])
        for attribute in entity.attributes where !attribute.isTransient {
            let path = ModelExpression.keyPath(ModelKeyPath([.key(attribute.name)]))
            let values = try objects.map { RowValue(try path.value(of: $0)) }
            let present = values.filter { $0 != .null }
            table.rows.append([
                .text(attribute.name), .text(attribute.type.rawValue), .integer(Int64(present.count)),
                .integer(Int64(Set(present).count)), .integer(Int64(values.count - present.count)),
            ])
        }
        for relationship in entity.relationships {
            let path = ModelExpression.keyPath(ModelKeyPath([.key(relationship.name)]))
            var destinations = 0
            var empty = 0
            var different: Set<RowValue> = []
            for object in objects {
                let members: [RowValue] =
                    switch RowValue(try path.value(of: object)) {
                    case .null: []
                    case .list(let members): members
                    case let member: [member]
                    }
                destinations += members.count
                empty += members.isEmpty ? 1 : 0
                different.formUnion(members)
            }
            table.rows.append([
                .text(relationship.name), .text(relationship.destinationName), .integer(Int64(destinations)),
                .integer(Int64(different.count)), .integer(Int64(empty)),
            ])
        }
        return table
    }
}
