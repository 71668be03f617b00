import ObjectGraph
import SQLStore

extension UniqueIndexes {
    /// Reads the unique indexes of a store's tables, as the server has them.
    ///
    /// - Throws: `StoreError` if they cannot be read. An engine without PostgreSQL's tables of indexes has none here.
    init(of layout: StoreLayout, _ connection: PostgreSQLConnection) throws(StoreError) {
        let found: StatementResult
        do {
            found = try connection.run(
                """
                SELECT t.relname::text, a.attname::text, i.indexrelid::bigint::text FROM pg_index i
                JOIN pg_class t ON t.oid = i.indrelid
                JOIN pg_namespace n ON n.oid = t.relnamespace
                JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
                WHERE n.nspname = $1 AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
                """, [Parameter(layout.schemaName)])
        } catch  where error.isAboutMissingCatalog {
            self.init()
            return
        }
        self.init(
            (0..<found.rowCount).map { row in
                (index: found.text(row, 2), table: found.text(row, 0), column: found.text(row, 1))
            })
    }
}
