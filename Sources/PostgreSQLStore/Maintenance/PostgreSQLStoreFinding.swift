/// Something that is wrong in a PostgreSQL store.
public struct PostgreSQLStoreFinding: Sendable, Hashable, CustomStringConvertible {
    /// The database: its name, host and schema, as far as the connection string says them.
    public var place: String
    /// The table; nil where the whole store is meant.
    public var table: String?
    /// The `id` of the row in ``table``; nil where none in particular is meant.
    public var row: Int64?
    /// What is wrong, in a clause. Values of attributes are left out: those are private data.
    public var message: String

    init(place: String, table: String? = nil, row: Int64? = nil, _ message: String) {
        self.place = place
        self.table = table
        self.row = row
        self.message = message
    }

    /// `place: table, row: message`.
    public var description: String {
        let words = [table, row.map { "row \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return words.isEmpty ? "\(place): \(message)" : "\(place): \(words): \(message)"
    }
}
