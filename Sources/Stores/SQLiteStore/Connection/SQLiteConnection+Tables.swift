import ObjectGraph
import SQLStore

// Information about the tables of a file.
extension SQLiteConnection {
    /// The columns of each table of a store.
    ///
    /// - Throws: `StoreError` if the database is not a store.
    func storeTableColumns() throws(StoreError) -> [String: Set<String>] {
        let columns = try tableColumns()
        for (table, required) in Self.bookkeeping {
            guard let present = columns[table] else {
                throw StoreError(
                    .notAStore, location: path, "Core Data did not create the database: it has no table '\(table)'")
            }
            if let missing = required.first(where: { !present.contains($0) }) {
                throw StoreError(.malformed, location: path, table: table, "the column '\(missing)' is missing")
            }
        }
        return columns
    }

    /// The tables of every store, with the columns that are read.
    private static let bookkeeping = [
        ("Z_METADATA", ["Z_VERSION", "Z_UUID", "Z_PLIST"]), ("Z_PRIMARYKEY", ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"]),
    ]

    /// The number that changes when someone creates, changes, or removes a table or an index.
    var tablesVersion: Int64 {
        get throws(StoreError) { try number("PRAGMA schema_version") ?? 0 }
    }

    /// The columns of each table. Virtual tables, which are an app's, are not among them, because their modules can be
    /// unknown.
    func tableColumns() throws(StoreError) -> [String: Set<String>] {
        var columns: [String: Set<String>] = [:]
        let statement = try statement(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c "
                + "WHERE m.type = 'table' AND m.rootpage > 0")
        defer { statement.reset() }
        while try statement.step() { columns[statement.text(at: 0), default: []].insert(statement.text(at: 1)) }
        return columns
    }

    /// The unique indexes without a condition.
    func uniqueIndexes() throws(StoreError) -> UniqueIndexes {
        var found: [(index: String, table: String, column: String)] = []
        let statement = try statement(
            """
            SELECT i.name, m.name, c.name FROM sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
            WHERE m.type = 'table' AND m.rootpage > 0 AND i."unique" AND NOT i.partial
            """)
        defer { statement.reset() }
        while try statement.step() {
            found.append((statement.text(at: 0), statement.text(at: 1), statement.text(at: 2)))
        }
        return UniqueIndexes(found)
    }

    /// The columns of indexes of all rows, in SQLite's own order, by table.
    func indexedColumns() throws(StoreError) -> [String: Set<String>] {
        var columns: [String: Set<String>] = [:]
        let statement = try statement(
            """
            SELECT m.name, c.name FROM sqlite_master m, pragma_index_list(m.name) i, pragma_index_xinfo(i.name) c
            WHERE m.type = 'table' AND m.rootpage > 0 AND NOT i.partial AND c.coll = 'BINARY' AND c.name IS NOT NULL
            """)
        defer { statement.reset() }
        while try statement.step() { columns[statement.text(at: 0), default: []].insert(statement.text(at: 1)) }
        return columns
    }

    /// The encoding of texts, as SQLite names it: UTF-8 in Core Data's stores.
    func encoding() throws(StoreError) -> String {
        let statement = try statement("PRAGMA encoding")
        defer { statement.reset() }
        return try statement.step() ? statement.text(at: 0) : "UTF-8"
    }

    /// Raises the last used number of a hierarchy in the store, if it is lower.
    func raiseNumber(ofRoot name: String, to number: Int64) throws(StoreError) {
        let statement = try statement("UPDATE Z_PRIMARYKEY SET Z_MAX = ?1 WHERE Z_NAME = ?2 AND IFNULL(Z_MAX, 0) < ?1")
        statement.bind(number, at: 1)
        statement.bind(name, at: 2)
        try statement.run()
    }

    /// Reserves numbers, in a transaction.
    ///
    /// - Parameters:
    ///   - entity: The number of the entity that they are for.
    ///   - table: The table of its rows.
    ///   - maximum: The greatest number that a row can have.
    /// - Returns: The first of the numbers.
    func reserve(
        _ count: Int64, ofEntity entity: Int64, in table: String, upTo maximum: Int64
    ) throws(StoreError) -> Int64 {
        let stored = try number("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(entity)") ?? 0
        // In some stores, the number is lower than that of existing rows.
        let greatest = try number("SELECT MAX(Z_PK) FROM \(table)") ?? 0
        let last = max(stored, greatest, 0)
        guard last < maximum - count else {
            throw StoreError(
                .malformed, location: path, table: stored < greatest ? table : "Z_PRIMARYKEY",
                row: stored < greatest ? greatest : entity, "no number is left after \(last)")
        }
        try run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(last + count) WHERE Z_ENT = \(entity)")
        return last + 1
    }

    /// The numbers of entities, by their names in the store.
    func entityNumbers() throws(StoreError) -> [String: Int64] { try numbersByEntity("Z_ENT") }

    /// The last assigned numbers, by the names of entities in the store. Those of roots count.
    func lastNumbers() throws(StoreError) -> [String: Int64] { try numbersByEntity("Z_MAX") }

    private func numbersByEntity(_ column: String) throws(StoreError) -> [String: Int64] {
        var numbers: [String: Int64] = [:]
        let statement = try statement("SELECT Z_NAME, \(column) FROM Z_PRIMARYKEY")
        defer { statement.reset() }
        while try statement.step() { numbers[statement.text(at: 0)] = statement.integer(at: 1) }
        return numbers
    }
}
