import ObjectGraph
import SQLStore

/// What an app has added to the tables of a store: triggers and indexes, which are dropped with the tables when a
/// migration recreates them, and which belong to the new ones.
struct TableAdditions {
    private struct Addition {
        /// `index` or `trigger`.
        var kind: String
        var name: String
        var table: String
        /// The statement that creates it.
        var text: String
    }

    private let connection: SQLiteConnection
    private let additions: [Addition]

    /// - Parameters:
    ///   - tables: The store's tables.
    ///   - spatialIndexes: Core Data's R-tree indexes, whose triggers are no additions.
    init(to tables: [String], without spatialIndexes: [String], _ connection: SQLiteConnection) throws(StoreError) {
        self.connection = connection
        let tables = Set(tables.map { $0.lowercased() })
        let statement = try connection.statement(
            """
            SELECT type, name, tbl_name, sql FROM sqlite_master
            WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY type, name
            """)
        defer { statement.reset() }
        var additions: [Addition] = []
        while try statement.step() {
            let addition = Addition(
                kind: statement.text(at: 0), name: statement.text(at: 1), table: statement.text(at: 2),
                text: statement.text(at: 3))
            guard tables.contains(addition.table.lowercased()) else { continue }
            // Core Data names indexes after an entity or a table. It has triggers only for derived attributes and
            // R-trees, and names them after these.
            let isCoreDatas =
                addition.kind == "index"
                ? addition.name.hasPrefix("Z_") || addition.name.hasPrefix("\(addition.table)_")
                : addition.name.hasPrefix("Z_DA_")
                    || addition.name.hasPrefix("Z") && spatialIndexes.contains { addition.name.contains($0) }
            if !isCoreDatas { additions.append(addition) }
        }
        self.additions = additions
    }

    /// Checks that everything can be added to the new tables, which have no rows yet, and leaves them without it: what
    /// a migration writes are no changes that a trigger is to see.
    ///
    /// - Throws: `StoreError` if an addition is about a table or a column that the new tables do not have.
    func check() throws(StoreError) {
        let columns = try connection.tableColumns()
        var unusable: [String] = []
        for addition in additions {
            try connection.run("SAVEPOINT addition")
            defer { try? connection.run("ROLLBACK TO addition; RELEASE addition") }
            do throws(StoreError) {
                try create(addition)
                try checkUse(of: addition, columns)
            } catch  where Self.isAboutNames(error) {
                unusable.append("the \(addition.kind) '\(addition.name)' of '\(addition.table)'")
            } catch {
                // A trigger can also need a function or a module that only its app has.
                continue
            }
        }
        guard unusable.isEmpty else {
            throw StoreError(
                .database, location: connection.path,
                "the tables of the new model lack what an app's own additions to the store need: "
                    + "\(unusable.joined(separator: ", ")); drop them with SQL before the migration, and create those "
                    + "that you still need again afterward")
        }
    }

    /// Adds everything to the new tables.
    func add() throws(StoreError) {
        for addition in additions { try create(addition) }
    }

    private func create(_ addition: Addition) throws(StoreError) {
        // Only the first statement: in a file from elsewhere, others can follow it.
        try connection.statement(addition.text, isKept: false).run()
    }

    /// Prepares statements that run a trigger, because SQLite resolves the names in it only then.
    private func checkUse(of addition: Addition, _ columns: [String: Set<String>]) throws(StoreError) {
        guard addition.kind == "trigger",
            let (table, names) = columns.first(where: { $0.key.lowercased() == addition.table.lowercased() })
        else { return }
        let quoted = Self.quoted(table)
        let assignments = names.sorted().map { "\(Self.quoted($0)) = \(Self.quoted($0))" }.joined(separator: ", ")
        for text in [
            "INSERT INTO \(quoted) DEFAULT VALUES", "UPDATE \(quoted) SET \(assignments)", "DELETE FROM \(quoted)",
        ] {
            try connection.run("EXPLAIN \(text)")
        }
    }

    /// Whether an error says that a table or a column is missing.
    private static func isAboutNames(_ error: StoreError) -> Bool {
        ["no such table", "no such column", "has no column named"].contains { error.message.contains($0) }
    }

    private static func quoted(_ name: String) -> String { SQLQuotes.quoted(name, by: "\"") }
}
