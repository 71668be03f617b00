/// Rows that triggers of a store have changed, as they tell the functions that they call.
final class AffectedObjects {
    /// A row of an entity table.
    struct Row: Hashable {
        var entityNumber: Int64
        var key: Int64
    }

    /// Those that have been told since this was last emptied.
    private(set) var rows: Set<Row> = []

    func insert(_ row: Row) {
        rows.insert(row)
    }

    /// Forgets what has been told.
    func forget() {
        rows = []
    }
}
