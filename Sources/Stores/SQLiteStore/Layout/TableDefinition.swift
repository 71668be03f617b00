/// A table of a new store.
struct TableDefinition: Sendable {
    struct Column: Sendable {
        var name: String
        var type: ColumnType
    }

    var name: String
    /// Without the key, the entity, and the version, which each table of entities has.
    var columns: [Column]

    /// Sorts the columns into the order of a new store.
    mutating func sortColumns() {
        // Columns of one kind stay in the order of the model.
        columns = columns.enumerated()
            .sorted { ($0.element.type, $0.offset) < ($1.element.type, $1.offset) }
            .map(\.element)
    }

    /// The statement that creates the table, exactly as Core Data writes it.
    var statement: String {
        let fields =
            ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
            + columns.map { "\($0.name) \($0.type.name)" }
        return "CREATE TABLE \(name) ( \(fields.joined(separator: ", ")) )"
    }
}
