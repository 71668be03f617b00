/// A problem in a PostgreSQL store.
public struct PostgreSQLStoreFinding: Sendable, Hashable, CustomStringConvertible {
    /// The database: its name, host, and schema, as far as the connection string specifies them.
    public var place: String
    /// The table; nil if the problem concerns the whole store.
    public var table: String?
    /// The `id` of the row in ``table``; nil if the problem concerns no particular row.
    public var row: Int64?
    /// A description of the problem, as a clause. It contains no attribute values, because these are private.
    public var message: String

    init(place: String, table: String? = nil, row: Int64? = nil, _ message: String) {
        self.place = place
        self.table = table
        self.row = row
        self.message = message
    }

    /// The text `place: table, row: message`.
    public var description: String {
        let words = [table, row.map { "row \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return words.isEmpty ? "\(place): \(message)" : "\(place): \(words): \(message)"
    }
}
