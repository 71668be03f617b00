import ObjectGraph
import SQLStore

/// The sessions that keep a save, a migration, or a removal from what it has to lock.
///
/// All later statements on a table queue behind one that waits for such a lock, so it must not wait for long.
enum LockObstacle {
    /// The statement that limits how long each statement of a transaction waits for a lock.
    static func limit(_ options: PostgreSQLStoreOptions) -> String {
        // To the server, 0 means no limit.
        "SET LOCAL lock_timeout = \(min(max(options.connectionTimeoutMilliseconds, 1), Int(Int32.max)))"
    }

    /// Returns an error that names the sessions, for that of a transaction which has waited too long and was rolled
    /// back; the error itself for any other.
    static func described(
        _ error: any Error, _ tables: StoreTables, _ connection: PostgreSQLConnection
    ) -> any Error {
        guard var error = error as? StoreError, error.isAboutHeldLock else { return error }
        // A failed transaction cannot run this query, and the same sessions most likely still have the locks.
        error.code = .contention
        error.message =
            "another session keeps the tables of the store locked or open"
            + (sessions(tables, connection).map { " (\($0))" } ?? "") + "; end it, or try again later"
        return error
    }

    /// Returns the sessions that have locks on tables of a store; nil if there are none, or none can be found out.
    static func sessions(_ tables: StoreTables, _ connection: PostgreSQLConnection) -> String? {
        let found = try? connection.run(
            """
            SELECT DISTINCT a.pid, quote_ident(a.usename), COALESCE(quote_literal(NULLIF(a.application_name, '')), '')
            FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_stat_activity a ON a.pid = l.pid
            WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND l.granted AND l.pid <> pg_backend_pid()
            AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            ORDER BY a.pid LIMIT 10
            """, [Parameter(tables.schemaName)])
        guard let found, found.rowCount > 0 else { return nil }
        return (0..<found.rowCount).map { row in
            let name = found.text(row, 2)
            return "process \(found.integer(row, 0)) of \(found.text(row, 1))" + (name.isEmpty ? "" : ", \(name)")
        }.joined(separator: ", ")
    }
}
