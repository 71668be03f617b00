package import StoreProtocol

extension SQLLayout {
    /// Returns the deleted objects to which rows still point, although no destination of the relationship may be
    /// missing: another context has linked to them.
    ///
    /// - Parameter numbers: Runs statements that bind a list of keys, and returns the integers in their first columns.
    package func stillReferenced(
        _ deleted: [ObjectID], in dialect: some SQLDialect,
        numbers: ([(statement: String, keys: [Int64])]) throws -> [[Int64]]
    ) rethrows -> Set<ObjectID> {
        let references = references(to: deleted, in: dialect)
        guard !references.isEmpty else { return [] }
        let found = try numbers(references.map { ($0.statement, $0.objectIDs.map(\.number).sorted()) })
        return zip(references, found).reduce(into: []) { referenced, answer in
            let numbers = Set(answer.1)
            if !numbers.isEmpty { referenced.formUnion(answer.0.objectIDs.filter { numbers.contains($0.number) }) }
        }
    }

    /// Returns statements that find keys of deleted objects in rows that still point to them, each with the objects
    /// that it is about.
    ///
    /// The statements bind the keys of the objects as a list, and return a key once.
    private func references(
        to deleted: [ObjectID], in dialect: some SQLDialect
    ) -> [(statement: String, objectIDs: [ObjectID])] {
        let byTable = Dictionary(grouping: deleted) { entities[$0.entityName]?.tableName ?? "" }
        var seen: Set<String> = []
        return entities.values.sorted { $0.number < $1.number }.flatMap { source in
            source.entity.relationships.compactMap { relationship in
                guard !relationship.isToMany, !relationship.allowsMissingDestination,
                    let gone = entities[relationship.destinationName].flatMap({ byTable[$0.tableName] }),
                    case .own(let column, _)? = link(of: relationship, of: source.entity),
                    seen.insert("\(source.table).\(column)").inserted
                else { return nil }
                return (
                    "SELECT DISTINCT \(column) FROM \(source.table) WHERE \(dialect.isAmongKeys(column))", gone
                )
            }
        }
    }
}
