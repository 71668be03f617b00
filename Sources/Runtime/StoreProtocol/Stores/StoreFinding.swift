/// A problem in a store, and where it is.
///
/// ```swift
/// let finding = StoreFinding(location: "heroes.sqlite", table: "ZHERO", row: 7, "the hero has no name")
/// print(finding)  // heroes.sqlite: ZHERO, row 7: the hero has no name
/// ```
public struct StoreFinding: Sendable, Hashable, CustomStringConvertible {
    /// The file, or the database: its name, host, and schema, without passwords.
    public var location: String
    /// The line in a text file, from 1; nil for the whole file.
    public var line: Int?
    /// The column in ``line``, in characters from 1; nil for the whole line or file.
    public var column: Int?
    /// The table; nil if the problem concerns the whole store.
    public var table: String?
    /// The primary key of the row in ``table``; nil if the problem concerns no particular row.
    public var row: Int64?
    /// The problem, as a clause. It contains no attribute values, because those are private data.
    public var message: String

    /// Creates a finding about a store, or about a line or a row of it.
    public init(
        location: String, line: Int? = nil, column: Int? = nil, table: String? = nil, row: Int64? = nil,
        _ message: String
    ) {
        self.location = location
        self.line = line
        self.column = column
        self.table = table
        self.row = row
        self.message = message
    }

    /// `location:line:column: message`, the format of compilers, or `location: table, row: message`.
    public var description: String {
        let position = ([location] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
        let row = [table, row.map { "row \($0)" }].compactMap { $0 }.joined(separator: ", ")
        return [position, row, message].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
