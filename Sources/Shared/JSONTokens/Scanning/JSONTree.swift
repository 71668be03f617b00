/// A JSON value of any form, for texts whose members are not known before they are read.
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
                try JSONTree(&scanner, allowsRepeatedKeys: true)
            }
        } catch {
            return nil
        }
    }

    /// Reads the next value.
    ///
    /// - Parameter allowsRepeatedKeys: Whether an object can have several values for a key, of which the last one
    ///   counts. Otherwise, they are an error, so that none is lost.
    package init(_ scanner: inout JSONScanner, allowsRepeatedKeys: Bool) throws {
        switch try scanner.peek() {
        case .null:
            _ = try scanner.readNull()
            self = .null
        case .boolean: self = .boolean(try scanner.readBoolean())
        case .number: self = .number(try scanner.readNumberText())
        case .string: self = .string(try scanner.readString())
        case .array:
            var elements: [JSONTree] = []
            try scanner.readArray { scanner in
                elements.append(try JSONTree(&scanner, allowsRepeatedKeys: allowsRepeatedKeys))
            }
            self = .array(elements)
        case .object:
            var members: [String: JSONTree] = [:]
            try scanner.readObject { scanner, key in
                let offset = scanner.keyOffset
                let value = try JSONTree(&scanner, allowsRepeatedKeys: allowsRepeatedKeys)
                guard members.updateValue(value, forKey: key) == nil || allowsRepeatedKeys else {
                    throw scanner.repeatedKey(key, at: offset)
                }
            }
            self = .object(members)
        }
    }

    /// The members of an object; nil for another value.
    package var members: [String: JSONTree]? { if case .object(let members) = self { members } else { nil } }

    /// The text of a string; nil for another value.
    package var text: String? { if case .string(let text) = self { text } else { nil } }
}
