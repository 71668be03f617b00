/// Something that is wrong in a SQLite store.
public struct SQLiteStoreFinding: Sendable, Hashable, CustomStringConvertible {
    /// The store's file.
    public var path: String
    /// The table; nil where the whole file is meant.
    public var table: String?
    /// The primary key of the row in ``table``; nil where none in particular is meant.
    public var row: Int64?
    /// What is wrong, in a clause. Values of attributes are left out: those are private data.
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
