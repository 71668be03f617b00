import ObjectGraph
import SQLStore

/// The owners and privileges of tables, for new tables with the same names.
struct TablePrivileges {
    /// The privileges by table.
    private let grants: [String: [Grant]]
    /// The quoted owners by table.
    private var owners: [String: String] = [:]
    /// The owner of the store's own table.
    private let storeOwner: String?
    private let currentUser: String

    /// The privileges that all tables of entities have in common, which new ones get.
    private let commonGrants: Set<Grant>

    private struct Grant: Hashable {
        var right: String
        /// The quoted role, or `PUBLIC`.
        var role: String
        var mayPassOn: Bool
    }

    /// Reads the owners and privileges of a layout's tables.
    ///
    /// - Throws: `StoreError`, for example if a table has privileges that cannot be granted on another one.
    init(of layout: StoreLayout, _ connection: PostgreSQLConnection, location: String) throws {
        let names = layout.tables.map(\.name) + layout.joinTables.map(\.pairs.name)
        let found = try connection.run(
            """
            SELECT c.relname::text, quote_ident(pg_get_userbyid(c.relowner)), quote_ident(current_user),
              c.relrowsecurity OR EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid),
              EXISTS (SELECT 1 FROM pg_attribute b WHERE b.attrelid = c.oid AND b.attacl IS NOT NULL)
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = $1 AND c.relkind IN ('r', 'p')
            """, [Parameter(layout.schemaName)])
        for row in 0..<found.rowCount {
            let name = found.text(row, 0)
            owners[name] = found.text(row, 1)
            guard names.contains(name) else { continue }
            let obstacle =
                found.integer(row, 3) != 0 ? "row security" : found.integer(row, 4) != 0 ? "privileges on columns" : nil
            if let obstacle {
                throw StoreError(
                    .database, location: location,
                    "the table '\(name)' has \(obstacle), which would be lost because the migration recreates the "
                        + "table; remove it first, and add it to the new table afterward")
            }
        }
        storeOwner = owners["modelgen_store"]
        currentUser = found.rowCount > 0 ? found.text(0, 2) : ""
        let privileges = try connection.run(
            """
            SELECT c.relname::text, a.privilege_type::text,
              CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee)) END, a.is_grantable
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, aclexplode(c.relacl) a
            WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND a.grantee <> c.relowner
            """, [Parameter(layout.schemaName)])
        var grants: [String: [Grant]] = [:]
        for row in 0..<privileges.rowCount {
            grants[privileges.text(row, 0), default: []].append(
                Grant(
                    right: privileges.text(row, 1), role: privileges.text(row, 2),
                    mayPassOn: privileges.integer(row, 3) != 0))
        }
        self.grants = grants
        let all = layout.tables.map { Set(grants[$0.name] ?? []) }
        commonGrants = all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
    }

    /// Returns the statements that give a layout's tables the owners and privileges of the old tables with the same
    /// names. A table with a new name gets the owner of the store, and the privileges that all old tables of entities
    /// have in common.
    func statements(for layout: StoreLayout) -> [String] {
        (layout.tables.map(\.name) + layout.joinTables.map(\.pairs.name)).flatMap { name in
            let isNew = owners[name] == nil
            let own = isNew ? commonGrants.sorted { ($0.role, $0.right) < ($1.role, $1.right) } : grants[name] ?? []
            let given = own.map { grant in
                "GRANT \(grant.right) ON \(layout.qualified(name)) TO \(grant.role)"
                    + (grant.mayPassOn ? " WITH GRANT OPTION" : "")
            }
            let owner = owners[name] ?? storeOwner ?? currentUser
            return given + (owner == currentUser ? [] : ["ALTER TABLE \(layout.qualified(name)) OWNER TO \(owner)"])
        }
    }
}
