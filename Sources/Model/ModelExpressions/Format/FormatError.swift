/// An error in the text of a predicate or an expression, with its place and what to do about it.
///
/// ```swift
/// do {
///     return try ModelPredicate(format: condition)
/// } catch {
///     print(error.column, error.message, error.hint)  // For a mark below the text
///     return nil
/// }
/// ```
public struct FormatError: Error, Sendable, Hashable {
    /// A stable name for a kind of error. The type is open, so new kinds are not breaking changes.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A character that cannot start a token, or an unfinished token.
        public static let invalidToken = Code(rawValue: "invalid-token")
        /// A token in a place where it is not allowed, or an unexpected end of the text.
        public static let unexpectedToken = Code(rawValue: "unexpected-token")
        /// A predicate in the place of an expression, or an expression in the place of a predicate.
        public static let wrongKind = Code(rawValue: "wrong-kind")
        /// A function or collection operator that does not exist or has the wrong number of arguments.
        public static let unknownFunction = Code(rawValue: "unknown-function")
        /// A placeholder without an argument, or with an argument of the wrong type.
        public static let invalidArgument = Code(rawValue: "invalid-argument")
        /// More arguments than placeholders.
        public static let extraArguments = Code(rawValue: "extra-arguments")
        /// Too many levels of nesting.
        public static let tooDeep = Code(rawValue: "too-deep")
        /// A part of the language that is not supported in this place.
        public static let unsupported = Code(rawValue: "unsupported")
    }

    /// The kind of error.
    public var code: Code
    /// The place of the error, in characters from 1. If the text ends too early, the place after the last character.
    public var column: Int
    /// The problem, as one clause in lower case without a full stop. It never contains values of arguments.
    public var message: String
    /// The way to fix the problem.
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
    public var description: String { "column \(column): \(message); \(hint)" }
}
