import ObjectGraph
import SQLStore

extension StoreReader: CommitCheckReader {
    var model: ManagedObjectModel { layout.model }

    func contested(
        _ objectIDs: Set<ObjectID>, by relationship: RelationshipDescription, of entity: EntityDescription
    ) throws -> [ObjectID] {
        guard let entity = layout.entities[entity.name], case .own(let column, _) = entity.links[relationship.index]
        else { return [] }
        let statement = try connection.statement(
            "SELECT \(column) FROM \(entity.table) WHERE \(column) IN (SELECT value FROM json_each(?)) "
                + "GROUP BY \(column) HAVING COUNT(*) > 1")
        defer { statement.reset() }
        statement.bind(KeyList.text(objectIDs), at: 1)
        var numbers: Set<Int64> = []
        while try statement.step() { numbers.insert(statement.integer(at: 0)) }
        return objectIDs.filter { numbers.contains($0.number) }
    }
}
