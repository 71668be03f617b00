import ObjectGraph
import SQLStore

extension StoreReader: CommitCheckReader {
    var checkedProperties: CheckedProperties { core.checkedProperties }

    var model: ManagedObjectModel { core.layout.model }

    func contested(
        _ objectIDs: Set<ObjectID>, by relationship: RelationshipDescription, of entity: EntityDescription
    ) throws -> [ObjectID] {
        guard let entity = core.layout.entities[entity.name], case .own(let column)? = entity.links[relationship.index]
        else { return [] }
        let name = SQLName.quoted(column)
        let found = try run(
            "SELECT \(name) FROM \(entity.table) WHERE \(name) = ANY($1) GROUP BY \(name) HAVING COUNT(*) > 1",
            [Parameter(keys: objectIDs.map(\.number).sorted())])
        let numbers = Set((0..<found.rowCount).map { found.integer($0, 0) })
        return objectIDs.filter { numbers.contains($0.number) }
    }
}
