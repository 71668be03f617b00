import JSONTokens
import ModelSchema

/// A row of an imported file.
package struct ImportRow: Sendable {
    /// The line where it starts, from 1.
    package var line: Int
    /// The column where it starts, from 1 and in characters; nil if it starts a line.
    package var column: Int?
    package var fields: [String: FieldValue]

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

/// A value of a row, as it is in the file.
package indirect enum FieldValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// The original text, so no digit is lost.
    case number(String)
    case text(String)
    case list([FieldValue])
    case object([String: FieldValue])

    /// A word for the type in messages, which contain no values, because those are private data.
    var kind: String {
        switch self {
        case .null: "nothing"
        case .boolean: "true or false"
        case .number: "a number"
        case .text: "text"
        case .list: "a list"
        case .object: "an object"
        }
    }

    /// The text of a scalar; nil for lists, objects, and null.
    var scalarText: String? {
        switch self {
        case .boolean(let flag): flag ? "true" : "false"
        case .number(let text), .text(let text): text
        case .null, .list, .object: nil
        }
    }

    /// The members of a value for a type whose values have members: an object, or its JSON text, as in CSV. Nil for
    /// other values and types.
    func members(for type: AttributeType) -> [String: FieldValue]? {
        guard type == .composite || type == .transformable else { return nil }
        switch self {
        case .object(let members): return members
        case .text(let text):
            // Base64 never starts with a brace.
            guard text.first == "{",
                case .object(let members)? = try? JSONScanner.scan(Array(text.utf8), { try FieldValue(&$0) })
            else { return nil }
            return members
        case .null, .boolean, .number, .list: return nil
        }
    }

    /// Reads the next value.
    init(_ scanner: inout JSONScanner) throws {
        switch try scanner.peek() {
        case .null:
            _ = try scanner.readNull()
            self = .null
        case .boolean: self = .boolean(try scanner.readBoolean())
        case .number: self = .number(try scanner.readNumberText())
        case .string: self = .text(try scanner.readString())
        case .array:
            var members: [FieldValue] = []
            try scanner.readArray { scanner in members.append(try FieldValue(&scanner)) }
            self = .list(members)
        case .object:
            var members: [String: FieldValue] = [:]
            try scanner.readObject { scanner, key in
                let offset = scanner.keyOffset
                guard members.updateValue(try FieldValue(&scanner), forKey: key) == nil else {
                    throw scanner.repeatedKey(key, at: offset)
                }
            }
            self = .object(members)
        }
    }
}

extension JSONScanner {
    /// The error about a key that an object has twice, so that none of its values counts.
    func repeatedKey(_ key: String, at offset: Int) -> JSONError {
        error("the object has two values for '\(key)'", at: offset)
    }
}
