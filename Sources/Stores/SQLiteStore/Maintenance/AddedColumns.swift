import ObjectGraph
import SQLStore

/// The columns that an app has added to the tables of a store, which a migration would drop with their contents because
/// it recreates the tables.
struct AddedColumns {
    private let connection: SQLiteConnection
    /// The columns in the order of the tables, such as `ZNOTE.note`.
    private let names: [String]

    /// - Parameter layout: The tables with what the model requires there.
    init(to layout: StoreLayout, _ connection: SQLiteConnection) throws(StoreError) {
        self.connection = connection
        let known = layout.knownColumns
        let statement = try connection.statement(
            """
            SELECT m.name, c.name, c.type, c.hidden <> 0 OR c."notnull" OR c.dflt_value IS NOT NULL
            FROM sqlite_master m, pragma_table_xinfo(m.name) c
            WHERE m.type = 'table' AND m.rootpage > 0 ORDER BY m.name, c.cid
            """)
        defer { statement.reset() }
        var names: [String] = []
        while try statement.step() {
            let (table, column) = (statement.text(at: 0), statement.text(at: 1))
            guard let columns = known[table], !columns.contains(column) else { continue }
            let isPlain = statement.integer(at: 3) == 0
            guard !isPlain || !Self.canBeCoreDatas(column, type: statement.text(at: 2)) else { continue }
            names.append("'\(table).\(column)'")
        }
        self.names = names
    }

    /// Checks that there are none.
    ///
    /// - Throws: `StoreError` with the names of the columns.
    func check() throws(StoreError) {
        guard !names.isEmpty else { return }
        throw StoreError(
            .database, location: connection.path,
            "the migration recreates the tables, and would lose columns that an app has added, with their contents: "
                + "\(names.joined(separator: ", ")); copy what you need to a table of your own, and drop the columns "
                + "with SQL before the migration")
    }

    /// Whether a column can be one that Core Data has left from an earlier version of the model.
    ///
    /// Core Data writes names in capitals, and declares nothing but a type.
    private static func canBeCoreDatas(_ column: String, type: String) -> Bool {
        column.hasPrefix("Z") && column == column.uppercased()
            && types.contains(String(type.prefix { $0 != "(" }).uppercased())
    }

    private static let types: Set = ["INTEGER", "FLOAT", "TIMESTAMP", "DECIMAL", "VARCHAR", "BLOB"]
}

extension StoreLayout {
    /// The columns of the tables that a migration recreates, by table.
    fileprivate var knownColumns: [String: Set<String>] {
        var columns: [String: Set<String>] = [
            "Z_METADATA": ["Z_VERSION", "Z_UUID", "Z_PLIST"],
            "Z_PRIMARYKEY": ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"],
            "Z_MODELCACHE": ["Z_CONTENT"],
        ]
        for entity in entities.values {
            columns[entity.table, default: ["Z_PK", "Z_ENT", "Z_OPT"]].formUnion(entity.attributes.flatMap(\.names))
            for (relationship, link) in zip(entity.entity.relationships, entity.links) {
                switch link {
                case .own(let column, let entityColumn):
                    columns[entity.table]?.formUnion([column, entityColumn].compactMap { $0 })
                case .destinations(let column, let position):
                    let table = entities[relationship.destinationName]?.table ?? entity.table
                    columns[table, default: ["Z_PK", "Z_ENT", "Z_OPT"]]
                        .formUnion([column, position].compactMap { $0 })
                case .pairs(let pairs): columns[pairs.name, default: []].formUnion(pairs.columns)
                case nil: continue
                }
            }
        }
        return columns
    }
}
