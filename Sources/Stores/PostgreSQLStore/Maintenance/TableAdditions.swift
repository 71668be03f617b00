import ObjectGraph
import SQLStore

/// What someone has added to the tables of a store, which a migration would drop because it recreates the tables.
///
/// Indexes and triggers are not among them: they contain nothing that cannot be created again.
struct TableAdditions {
    /// The additions, such as `the column 'tag.note'`, by table, and the columns first.
    let names: [String]

    /// - Parameter layout: The tables with what the store puts there.
    init(to layout: StoreLayout, _ connection: PostgreSQLConnection) throws {
        names =
            try Self.columns(in: layout, connection) + Self.constraints(in: layout, connection)
            + Self.publications(of: layout, connection)
    }

    private static func columns(in layout: StoreLayout, _ connection: PostgreSQLConnection) throws -> [String] {
        // Whether each column of the store requires a value.
        var known: [String: [String: Bool]] = [:]
        for table in layout.tables {
            known[table.name] = Dictionary(
                layout.fixedColumns.map { ($0, true) } + table.columns.map { ($0.name, false) },
                uniquingKeysWith: { first, _ in first })
        }
        for (pairs, _, _) in layout.joinTables {
            known[pairs.name] = Dictionary(
                [(pairs.source, true), (pairs.destination, true)]
                    + [pairs.position, pairs.inversePosition].compactMap { $0 }.map { ($0, false) },
                uniquingKeysWith: { first, _ in first })
        }
        let found = try connection.run(
            """
            SELECT c.relname::text, a.attname::text, a.attnotnull, a.atthasdef OR a.attidentity <> ''
            FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY c.relname, a.attnum
            """, [Parameter(layout.schemaName)])
        var additions: [String] = []
        for row in 0..<found.rowCount {
            guard let columns = known[found.text(row, 0)] else { continue }
            let name = "the column '\(found.text(row, 0)).\(found.text(row, 1))'"
            guard let isRequired = columns[found.text(row, 1)] else {
                additions.append(name)
                continue
            }
            if found.integer(row, 2) != 0, !isRequired { additions.append("NOT NULL of \(name)") }
            if found.integer(row, 3) != 0 { additions.append("the default of \(name)") }
        }
        return additions
    }

    /// Publications that list tables, which stop publishing a table that is replaced.
    private static func publications(of layout: StoreLayout, _ connection: PostgreSQLConnection) throws -> [String] {
        let tables = Set(layout.tables.map(\.name) + layout.joinTables.map(\.pairs.name))
        let found = try connection.run(
            """
            SELECT c.relname::text, p.pubname::text
            FROM pg_publication_rel r JOIN pg_publication p ON p.oid = r.prpubid JOIN pg_class c ON c.oid = r.prrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = $1 ORDER BY c.relname, p.pubname
            """, [Parameter(layout.schemaName)])
        return (0..<found.rowCount).compactMap { row in
            let table = found.text(row, 0)
            return tables.contains(table) ? "the table '\(table)' in the publication '\(found.text(row, 1))'" : nil
        }
    }

    private static func constraints(in layout: StoreLayout, _ connection: PostgreSQLConnection) throws -> [String] {
        let tables = Set(layout.tables.map(\.name) + layout.joinTables.map(\.pairs.name))
        // The foreign keys of the store, by table and column.
        var links = Set(
            layout.tables.flatMap { table in
                table.columns.filter { $0.referencedTable != nil }.map { [table.name, $0.name] }
            })
        for (pairs, _, _) in layout.joinTables {
            links.formUnion([pairs.source, pairs.destination].map { [pairs.name, $0] })
        }
        // Some engines list a unique index as a constraint.
        let indexes = SchemaStatements(layout: layout).keys.filter { $0.hasPrefix("CREATE UNIQUE INDEX ") }
        let found = try connection.run(
            """
            SELECT c.relname::text, k.conname::text, k.contype::text,
              k.confdeltype = 'a' AND k.confupdtype = 'a' AND array_length(k.conkey, 1) = 1,
              (SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = k.conkey[1])
            FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND k.contype IN ('c', 'f', 'u', 'x')
            ORDER BY c.relname, k.conname
            """, [Parameter(layout.schemaName)])
        return (0..<found.rowCount).compactMap { row in
            let (table, name) = (found.text(row, 0), found.text(row, 1))
            let isOwn =
                switch found.text(row, 2) {
                case "f": found.integer(row, 3) != 0 && links.contains([table, found.text(row, 4)])
                case "u": indexes.contains { $0.hasPrefix("CREATE UNIQUE INDEX \(SQLName.quoted(name)) ") }
                default: false
                }
            return isOwn || !tables.contains(table) ? nil : "the constraint '\(name)' of '\(table)'"
        }
    }
}
