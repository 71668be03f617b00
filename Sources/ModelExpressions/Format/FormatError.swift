/// Why a text is not a predicate or an expression: where, what is wrong, and what to do about it.
public struct FormatError: Error, Sendable, Hashable {
    /// A stable name for a kind of error. Open, so that new kinds break no one.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name.
        public let rawValue: String

        /// Creates a code of its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A character that no token starts with, or a token that is not finished.
        public static let invalidToken = Code(rawValue: "invalid-token")
        /// A token that cannot stand where it stands, or the end of the text too early.
        public static let unexpectedToken = Code(rawValue: "unexpected-token")
        /// A predicate where an expression must stand, or the other way round.
        public static let wrongKind = Code(rawValue: "wrong-kind")
        /// A function or collection operator that does not exist, or with the wrong number of arguments.
        public static let unknownFunction = Code(rawValue: "unknown-function")
        /// A placeholder that has no argument, or one of the wrong type.
        public static let argument = Code(rawValue: "argument")
        /// More arguments than placeholders.
        public static let surplusArguments = Code(rawValue: "surplus-arguments")
        /// More levels of nesting than are allowed.
        public static let tooDeep = Code(rawValue: "too-deep")
        /// Something that the language has, but not in this place.
        public static let unsupported = Code(rawValue: "unsupported")
    }

    /// What kind of error it is.
    public var code: Code
    /// Where it is, in characters from 1; one past the last character for a text that ends too early.
    public var column: Int
    /// What is wrong: one clause, lower case, no full stop. Values of arguments are never in it.
    public var message: String
    /// What to do about it.
    public var hint: String

    /// Creates an error.
    public init(_ code: Code, column: Int, _ message: String, hint: String) {
        self.code = code
        self.column = column
        self.message = message
        self.hint = hint
    }
}

extension FormatError: CustomStringConvertible {
    /// `column 5: what is wrong; what to do`.
    public var description: String {
        "column \(column): \(message); \(hint)"
    }
}
