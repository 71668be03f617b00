import ModelSchema
import ObjectGraph

extension StoreCheck {
    /// Rows of no entity of the table, keys that no object can have, and keys that may be handed out again.
    mutating func checkKeys(inTableOf root: EntityLayout) throws(SQLiteStoreError) {
        let table = root.table
        try forEachRow(
            of: "SELECT Z_PK, Z_ENT FROM \(table) WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(family(of: root.entity.name)))"
        ) {
            $0.add(table, row: $1, "there is no entity \($2) in this table (Z_ENT)")
        }
        try forEachRow(of: "SELECT Z_PK, 0 FROM \(table) WHERE Z_PK <= 0") { check, row, _ in
            check.add(table, row: row, "a key must be greater than 0 (Z_PK)")
        }
        let greatest = "(SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(root.number))"
        try forEachRow(of: "SELECT Z_PK, \(greatest) FROM \(table) WHERE Z_PK > IFNULL(\(greatest), 0)") {
            $0.add(table, row: $1, "the key is greater than the last assigned key, \($2) (Z_MAX)")
        }
    }

    /// Values that attributes cannot have, and files of large values that are not there.
    mutating func checkValues(of entity: EntityLayout) throws(SQLiteStoreError) {
        var names: [String] = []
        let columns = entity.attributes.map { Self.readColumns(of: $0, &names) }
        guard !names.isEmpty else { return }
        let values = ValueReader(path: connection.path, external: ExternalData(storePath: connection.path))
        let statement = try connection.statement(
            "SELECT \(names.joined(separator: ", ")), Z_PK FROM \(entity.table) t "
                + "WHERE 1\(condition("t", entity.entity.name))")
        defer { statement.reset() }
        while try statement.step() {
            let row = statement.integer(at: Int32(names.count))
            for column in columns {
                do {
                    _ = try values.value(of: column, in: statement, table: entity.table, row: row)
                } catch {
                    add(error.table, row: error.row, error.message)
                }
            }
        }
    }

    /// - Parameter names: Receives the columns, in the order of the answer.
    private static func readColumns(of columns: AttributeColumns, _ names: inout [String]) -> ReadColumns {
        switch columns {
        case .none:
            return .none
        case .column(let name, let attribute):
            names.append(name)
            return .column(
                ReadColumn(
                    place: Int32(names.count - 1), type: attribute.type,
                    isExternal: attribute.allowsExternalBinaryDataStorage))
        case .members(let members):
            return .members(
                members.map { member in
                    ReadColumns.Member(name: member.name, columns: readColumns(of: member.columns, &names))
                })
        }
    }
}
