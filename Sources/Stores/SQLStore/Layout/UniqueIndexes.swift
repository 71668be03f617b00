/// The unique indexes of a database's tables: those of all rows, by the columns themselves.
package struct UniqueIndexes: Sendable {
    /// The sets of indexed columns, by table.
    private var columns: [String: Set<Set<String>>] = [:]

    /// None.
    package init() {}

    /// - Parameter found: The columns of indexes, in any order. The name of an index is different from all others.
    package init(_ found: some Sequence<(index: String, table: String, column: String)>) {
        let indexes = found.reduce(into: [String: (table: String, columns: Set<String>)]()) { indexes, found in
            indexes[found.index, default: (found.table, [])].columns.insert(found.column)
        }
        for index in indexes.values { columns[index.table, default: []].insert(index.columns) }
    }

    /// Returns whether an index covers the columns of properties.
    package func cover(_ propertyNames: [String], of entity: (some SQLEntityLayout)?) -> Bool {
        guard let entity, let names = entity.indexedColumns(ofPropertiesNamed: propertyNames) else { return false }
        return columns[entity.tableName]?.contains(Set(names)) == true
    }
}
