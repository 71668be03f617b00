import CSQLite

// What a file says of its tables.
extension SQLiteConnection {
    /// The columns of each table of a store.
    ///
    /// - Throws: ``SQLiteStoreError`` if the database is not a store.
    func storeTableColumns() throws(SQLiteStoreError) -> [String: Set<String>] {
        let columns = try tableColumns()
        for (table, required) in Self.bookkeeping {
            guard let present = columns[table] else {
                throw SQLiteStoreError(
                    .notAStore, path: path, "Core Data did not create the database: it has no table '\(table)'")
            }
            if let missing = required.first(where: { !present.contains($0) }) {
                throw SQLiteStoreError(.malformed, path: path, table: table, "the column '\(missing)' is missing")
            }
        }
        return columns
    }

    /// The tables that every store has, and those of their columns that are read.
    private static let bookkeeping = [
        ("Z_METADATA", ["Z_VERSION", "Z_UUID", "Z_PLIST"]), ("Z_PRIMARYKEY", ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"]),
    ]

    /// The columns of each table.
    func tableColumns() throws(SQLiteStoreError) -> [String: Set<String>] {
        var columns: [String: Set<String>] = [:]
        let statement = try statement(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'")
        defer { statement.reset() }
        while try statement.step() { columns[statement.text(at: 0), default: []].insert(statement.text(at: 1)) }
        return columns
    }

    /// Makes another database readable under a name of its own.
    ///
    /// - Throws: ``SQLiteStoreError``, also inside a transaction.
    func attach(_ path: String, as name: String) throws(SQLiteStoreError) {
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
        let statement = try statement("ATTACH DATABASE ? AS \(name)")
        statement.bind(path, at: 1)
        try statement.run()
    }

    /// The numbers of entities, by the names that the store has written down.
    func entityNumbers() throws(SQLiteStoreError) -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        let statement = try statement("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY")
        defer { statement.reset() }
        while try statement.step() { numbers[statement.text(at: 0)] = statement.integer(at: 1) }
        return numbers
    }
}
