import ModelSchema
import ObjectGraph
import SQLStore

extension StoreCheck {
    /// Rows without an entity of the table, keys and versions that no object can have, and keys that could be assigned
    /// again.
    mutating func checkKeys(inTableOf root: EntityLayout) throws(StoreError) {
        let table = root.table
        try connection.forEachRow(
            of: "SELECT Z_PK, Z_ENT FROM \(table) WHERE \(layout.isUnknown(inTableOf: root))"
        ) {
            add(table, row: $0, "this table has no entity with the number \($1) (Z_ENT)")
        }
        try connection.forEachRow(of: "SELECT Z_PK, 0 FROM \(table) WHERE Z_PK <= 0") { row, _ in
            add(table, row: row, "a key must be greater than 0 (Z_PK)")
        }
        let maximum = ObjectReference.maximumNumber
        try connection.forEachRow(of: "SELECT Z_PK, 0 FROM \(table) WHERE Z_PK > \(maximum)") { row, _ in
            add(table, row: row, "a key must not be greater than \(maximum) (Z_PK)")
        }
        // As SQLite converts what is not an integer when a row is read.
        let version = "CAST(Z_OPT AS INTEGER)"
        let versions = RowLimits.versions
        try connection.forEachRow(
            of: "SELECT Z_PK, \(version) FROM \(table) "
                + "WHERE \(version) NOT BETWEEN \(versions.lowerBound) AND \(versions.upperBound)"
        ) {
            add(table, row: $0, "an object cannot have the version \($1) (Z_OPT)")
        }
        let greatest = "(SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(root.number))"
        try connection.forEachRow(of: "SELECT Z_PK, \(greatest) FROM \(table) WHERE Z_PK > IFNULL(\(greatest), 0)") {
            add(table, row: $0, "the key is greater than the last assigned key, \($1) (Z_MAX)")
        }
    }

    /// Invalid values of attributes, and missing files of large values.
    mutating func checkValues(of entity: EntityLayout) throws(StoreError) {
        var list = ColumnList(alias: "t")
        let columns = entity.attributes.map { list.place(of: $0) }
        guard !columns.isEmpty else { return }
        let values = ValueReader(
            path: connection.path, external: ExternalData(storePath: connection.path), isStrict: true)
        let statement = try connection.statement(
            "SELECT \(list.text) FROM \(entity.table) t WHERE 1\(layout.familyCondition(entity, alias: "t"))")
        defer { statement.reset() }
        while try statement.step() {
            for column in columns {
                do {
                    _ = try values.value(of: column, in: statement, table: entity.table, row: statement.integer(at: 0))
                } catch {
                    add(error.table, row: error.row, error.message)
                }
            }
        }
    }
}
