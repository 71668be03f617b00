import Foundation
import ModelSchema
import ObjectGraph
import SQLStore

/// Finds the rows that refer to files of large values.
struct LargeValueReferences {
    /// A file to which a row refers.
    struct Reference {
        var table: String
        var row: Int64
        /// The attribute, `place.photo` in a composite; the column if the model of the store is not known.
        var attributeName: String
        var fileName: String
    }

    private struct Column {
        var table: String
        var name: String
        var attributeName: String
    }

    private let connection: SQLiteConnection
    private let columns: [Column]

    private init(_ columns: [Column], _ connection: SQLiteConnection) {
        self.columns = columns
        self.connection = connection
    }

    init(of layout: StoreLayout, _ connection: SQLiteConnection) {
        // The entities of a hierarchy share a table.
        var known: Set<String> = []
        var columns: [Column] = []
        for entity in layout.entities.values.sorted(by: { $0.number < $1.number }) {
            for (attribute, attributeColumns) in zip(entity.entity.attributes, entity.attributes) {
                columns += Self.columns(attributeColumns, of: entity.table, attribute.name)
                    .filter { known.insert("\($0.table).\($0.name)").inserted }
            }
        }
        self.init(columns, connection)
    }

    /// For a store whose model is the one that it contains. Without a readable model, any bytes in the table of an
    /// entity can refer to a file.
    init(in connection: SQLiteConnection) throws {
        let present = try connection.storeTableColumns()
        if let layout = try Self.layout(of: connection, present) {
            self.init(of: layout, connection)
        } else {
            self.init(try Self.columnsOfBytes(in: connection, present) { $0.hasPrefix("Z") }, connection)
        }
    }

    /// For the tables that no entity of the model has: those of CloudKit's mirror, whose large values are in the same
    /// folder, of the history, and of apps.
    init(outside layout: StoreLayout, _ connection: SQLiteConnection) throws(StoreError) {
        let known = Set(layout.entities.values.map(\.table))
        self.init(
            try Self.columnsOfBytes(in: connection, connection.tableColumns()) { !known.contains($0) }, connection)
    }

    /// The layout by the model in the store; nil if there is none that describes its tables.
    private static func layout(
        of connection: SQLiteConnection, _ present: [String: Set<String>]
    ) throws -> StoreLayout? {
        guard let metadata = try? StoreMetadata(connection),
            let model = try? StoredModel(connection, metadata, present).model, metadata.mismatch(with: model).isEmpty
        else { return nil }
        let known = ManagedObjectModel(model)
        let layout = StoreLayout(
            known, numbers: EntityNumbers(try connection.entityNumbers(), of: known), columns: present)
        return LayoutCheck(layout, columns: present, path: connection.path).findings().isEmpty ? layout : nil
    }

    private static func columnsOfBytes(
        in connection: SQLiteConnection, _ present: [String: Set<String>], ofTables isMeant: (String) -> Bool
    ) throws(StoreError) -> [Column] {
        let statement = try connection.statement(
            """
            SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.rootpage > 0 AND c.type = 'BLOB' ORDER BY m.name, c.cid
            """)
        defer { statement.reset() }
        var columns: [Column] = []
        while try statement.step() {
            let (table, name) = (statement.text(at: 0), statement.text(at: 1))
            guard isMeant(table), present[table]?.contains("Z_PK") == true else { continue }
            columns.append(Column(table: table, name: name, attributeName: name))
        }
        return columns
    }

    private static func columns(_ columns: AttributeColumns, of table: String, _ attributeName: String) -> [Column] {
        switch columns {
        case .none: []
        case .column(let name, let attribute):
            attribute.allowsExternalBinaryDataStorage
                ? [Column(table: table, name: name, attributeName: attributeName)] : []
        case .members(let members):
            members.flatMap { Self.columns($0.columns, of: table, "\(attributeName).\($0.name)") }
        }
    }

    /// The values to which rows refer. Not as texts: a file system may not tell the case of letters apart.
    func identifiers() throws(StoreError) -> Set<UUID> { Set(try all().compactMap { UUID(uuidString: $0.fileName) }) }

    /// All references, in the order of tables, columns, and rows.
    func all() throws(StoreError) -> [Reference] {
        var references: [Reference] = []
        for column in columns {
            let (name, table) = (SQLQuotes.quoted(column.name, by: "\""), SQLQuotes.quoted(column.table, by: "\""))
            let statement = try connection.statement(
                "SELECT Z_PK, \(name) FROM \(table) "
                    + "WHERE typeof(\(name)) = 'blob' AND length(\(name)) BETWEEN 2 AND 100 ORDER BY Z_PK",
                isKept: false)
            defer { statement.reset() }
            while try statement.step() {
                guard let fileName = ExternalData.fileName(in: statement.data(at: 1)) else { continue }
                references.append(
                    Reference(
                        table: column.table, row: statement.integer(at: 0), attributeName: column.attributeName,
                        fileName: fileName))
            }
        }
        return references
    }
}
