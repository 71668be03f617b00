import ObjectGraph

/// The unique indexes of a store's tables, as the server has them: those of whole tables by the columns themselves.
struct UniqueIndexes: Sendable {
    /// The sets of indexed columns, by table.
    private var columns: [String: Set<Set<String>>] = [:]

    /// None.
    init() {}

    /// - Throws: `StoreError` if the connection is lost. A server that does not list its indexes has none
    ///   here.
    init(of layout: StoreLayout, _ connection: PostgreSQLConnection) throws(StoreError) {
        let found: StatementResult
        do {
            found = try connection.run(
                """
                SELECT t.relname::text, a.attname::text, i.indexrelid::bigint FROM pg_index i
                JOIN pg_class t ON t.oid = i.indrelid
                JOIN pg_namespace n ON n.oid = t.relnamespace
                JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
                WHERE n.nspname = $1 AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
                """, [Parameter(layout.schemaName)])
        } catch {
            if connection.isLost { throw error }
            return
        }
        var indexes: [Int64: (table: String, columns: Set<String>)] = [:]
        for row in 0..<found.rowCount {
            indexes[found.integer(row, 2), default: (found.text(row, 0), [])].columns.insert(found.text(row, 1))
        }
        for index in indexes.values { columns[index.table, default: []].insert(index.columns) }
    }

    /// Whether an index covers the columns of a constraint.
    func cover(_ propertyNames: [String], of entity: EntityLayout?) -> Bool {
        guard let entity else { return false }
        let names = propertyNames.compactMap(entity.indexedColumn)
        return names.count == propertyNames.count && columns[entity.tableName]?.contains(Set(names)) == true
    }
}
