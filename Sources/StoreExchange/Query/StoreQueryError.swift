/// A query that cannot be understood: where, what is wrong, and what to do about it.
package struct StoreQueryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// In characters from 1.
    package var column: Int
    package var message: String
    package var hint: String

    package init(column: Int, _ message: String, hint: String) {
        self.column = column
        self.message = message
        self.hint = hint
    }

    package var description: String { "column \(column): \(message); \(hint)" }
}
