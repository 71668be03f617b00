import StoreProtocol

extension SQLLayout {
    /// Returns what a database lacks of the tables and columns of a store, in the order of the model, each once. The
    /// column is nil for a table.
    ///
    /// - Parameter present: The columns that the database has, by table.
    package func missing(from present: [String: Set<String>]) -> [(table: String, column: String?)] {
        var missing: [(table: String, column: String?)] = []
        var seen: Set<String> = []
        func need(_ columns: [String?], in table: String) {
            guard let known = present[table] else {
                if seen.insert(table).inserted { missing.append((table, nil)) }
                return
            }
            for case let column? in columns where !known.contains(column) {
                if seen.insert("\(table).\(column)").inserted { missing.append((table, column)) }
            }
        }
        for entity in model.entities.compactMap({ entities[$0.name] }) {
            need(
                fixedColumns + entity.entity.attributes.indices.flatMap(entity.columnNames), in: entity.tableName)
            for (relationship, link) in zip(entity.entity.relationships, entity.links) {
                switch link {
                case .own(let column, let entityColumn): need([column, entityColumn], in: entity.tableName)
                case .destinations(let column, let position):
                    guard let destination = entities[relationship.destinationName] else { continue }
                    need([column, position], in: destination.tableName)
                case .pairs(let pairs): need(pairs.columns, in: pairs.name)
                case nil: break
                }
            }
        }
        return missing
    }
}
