/// A JSON value of any form, for small texts whose members are not known before they are read.
///
/// Strings keep all their characters. Foundation's reader removes U+FEFF from their start on Linux.
package enum JSONTree: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// A number as it is written, because no type represents all of them.
    case number(String)
    case string(String)
    case array([JSONTree])
    /// The members; the last one of several with the same key.
    case object([String: JSONTree])

    /// The maximum number of objects and arrays in each other.
    private static let maximumDepth = 512

    /// Reads a text.
    ///
    /// - Parameter text: The text in UTF-8.
    /// - Returns: Nil if the text is not JSON.
    package init?(_ text: some Sequence<UInt8>) {
        do {
            self = try JSONScanner.scan(Array(text), maximumDepth: Self.maximumDepth) { scanner in
                try JSONTree(&scanner)
            }
        } catch {
            return nil
        }
    }

    private init(_ scanner: inout JSONScanner) throws {
        switch try scanner.peek() {
        case .null:
            _ = try scanner.readNull()
            self = .null
        case .boolean: self = .boolean(try scanner.readBoolean())
        case .number: self = .number(try scanner.readNumberText())
        case .string: self = .string(try scanner.readString())
        case .array:
            var elements: [JSONTree] = []
            try scanner.readArray { scanner in elements.append(try JSONTree(&scanner)) }
            self = .array(elements)
        case .object:
            var members: [String: JSONTree] = [:]
            try scanner.readObject { scanner, key in members[key] = try JSONTree(&scanner) }
            self = .object(members)
        }
    }

    /// The members of an object; nil for another value.
    package var members: [String: JSONTree]? { if case .object(let members) = self { members } else { nil } }

    /// The text of a string; nil for another value.
    package var text: String? { if case .string(let text) = self { text } else { nil } }
}
