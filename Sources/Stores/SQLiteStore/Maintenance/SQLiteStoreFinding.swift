/// A problem in a SQLite store.
public struct SQLiteStoreFinding: Sendable, Hashable, CustomStringConvertible {
    /// The store's file.
    public var path: String
    /// The table; nil for the whole file.
    public var table: String?
    /// The primary key of the row in ``table``; nil if there is no specific row.
    public var row: Int64?
    /// The problem. It contains no attribute values, because those are private data.
    public var message: String

    init(path: String, table: String? = nil, row: Int64? = nil, _ message: String) {
        self.path = path
        self.table = table
        self.row = row
        self.message = message
    }

    init(_ error: SQLiteStoreError) {
        self.init(path: error.path, table: error.table, row: error.row, error.message)
    }

    /// `path: table, row: message`.
    public var description: String {
        let place = [table, row.map { "row \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return place.isEmpty ? "\(path): \(message)" : "\(path): \(place): \(message)"
    }
}
