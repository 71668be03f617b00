import JSONStore

/// A value of a row that comes from outside, as its file has it.
package indirect enum FieldValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// As it is written, so that no digit is lost.
    case number(String)
    case text(String)
    case list([FieldValue])
    case object([String: FieldValue])

    /// A word for messages. Values are private data and stay out of them.
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

    /// What a scalar is written as; nil for lists, objects and nothing.
    var scalarText: String? {
        switch self {
        case .boolean(let flag): flag ? "true" : "false"
        case .number(let text), .text(let text): text
        case .null, .list, .object: nil
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
            try scanner.readObject { scanner, key in members[key] = try FieldValue(&scanner) }
            self = .object(members)
        }
    }
}
