/// One row of a file that is imported.
package struct ImportRow: Sendable {
    /// Where it begins, from 1.
    package var line: Int
    package var fields: [String: FieldValue]
}

/// A row that was not taken, and why.
package struct RejectedRow: Sendable, Hashable {
    package var line: Int
    package var message: String

    package init(line: Int, message: String) {
        self.line = line
        self.message = message
    }
}

/// A file that cannot be read as what it is said to be.
package struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    package var line: Int?
    package var column: Int?
    package var message: String

    package init(line: Int? = nil, column: Int? = nil, _ message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    package var description: String {
        guard let line else { return message }
        return "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": \(message)"
    }
}
