/// The kinds of JSON values, which their first byte distinguishes.
@usableFromInline
package enum JSONKind: Hashable, Sendable, CaseIterable {
    case object, array, string, number, boolean, null
}

extension JSONKind {
    /// The kind of the values that start with `byte`; nil if there are none.
    @inline(__always)
    init?(firstByte byte: UInt8) {
        switch byte {
        case ASCII.openBrace: self = .object
        case ASCII.openBracket: self = .array
        case ASCII.quote: self = .string
        case ASCII.minus, ASCII.zero...ASCII.nine: self = .number
        case ASCII.t, ASCII.f: self = .boolean
        case ASCII.n: self = .null
        default: return nil
        }
    }

    /// The kind with its article, for messages.
    @usableFromInline
    package var name: String {
        switch self {
        case .object: "an object"
        case .array: "an array"
        case .string: "a string"
        case .number: "a number"
        case .boolean: "true or false"
        case .null: "null"
        }
    }
}
