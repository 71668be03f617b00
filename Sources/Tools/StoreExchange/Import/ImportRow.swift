package import JSONTokens
import ModelSchema

/// A row of an imported file.
package struct ImportRow: Sendable {
    /// The line where it starts, from 1.
    package var line: Int
    /// The column where it starts, from 1 and in characters; nil if it starts a line.
    package var column: Int?
    package var fields: [String: JSONTree]

    /// The place for messages about other rows.
    var place: String { "line \(line)" + (column.map { ", column \($0)" } ?? "") }
}

/// A row that was not imported, and the reason.
package struct RejectedRow: Sendable, Hashable {
    package var line: Int
    /// The column of the row, or of the error in it, from 1 and in characters; nil if the line is the place.
    package var column: Int?
    package var message: String

    package init(line: Int, column: Int? = nil, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }
}

/// An error that occurs if a file does not have the expected format.
package struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    package var line: Int?
    package var column: Int?
    package var message: String

    package init(line: Int? = nil, column: Int? = nil, _ message: String) {
        self.line = line
        self.column = column
        self.message = message
    }

    /// Creates an error from any error of reading JSON.
    init(_ error: any Error) {
        switch error {
        case let error as ImportError: self = error
        case let error as JSONError: self.init(line: error.line, column: error.column, error.message)
        default: self.init("\(error)")
        }
    }

    package var description: String {
        guard let line else { return message }
        return "line \(line)" + (column.map { ", column \($0)" } ?? "") + ": \(message)"
    }
}

/// A value of a row or a mapping, as it is in the file.
extension JSONTree {
    /// Reads the next value of a file, which must not have two values for a key.
    init(ofFile scanner: inout JSONScanner) throws { try self.init(&scanner, allowsRepeatedKeys: false) }

    /// A word for the type in messages, which contain no values, because those are private data.
    var kind: String {
        switch self {
        case .null: "nothing"
        case .boolean: "true or false"
        case .number: "a number"
        case .string: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// The text of a scalar; nil for lists, objects, and null.
    var scalarText: String? {
        switch self {
        case .boolean(let flag): flag ? "true" : "false"
        case .number(let text), .string(let text): text
        case .null, .array, .object: nil
        }
    }

    /// The members of a value for a type whose values have members: an object, or its JSON text, as in CSV. Nil for
    /// other values and types.
    func members(for type: AttributeType) -> [String: JSONTree]? {
        guard type == .composite || type == .transformable else { return nil }
        // Base64 never starts with a brace.
        guard let text, text.first == "{" else { return members }
        return try? JSONScanner.scan(Array(text.utf8)) { try JSONTree(ofFile: &$0) }.members
    }
}
