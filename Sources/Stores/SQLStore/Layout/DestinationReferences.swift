package import StoreProtocol

extension SQLLayout {
    /// Returns statements that find keys of deleted objects in rows that still point to them, although no destination
    /// of the relationship may be missing, each with the objects that it is about.
    ///
    /// The statements bind the keys of the objects as a list, and return a key once.
    package func references(
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
