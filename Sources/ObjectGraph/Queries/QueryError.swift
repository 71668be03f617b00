import ModelDiagnostics
import ModelExpressions

/// A predicate that cannot be evaluated: what is wrong, in which entity and key, and what to do about it.
///
/// The description holds names of the model and never a value.
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error. Open, so that new kinds break nobody.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A key path names a property that does not exist.
        public static let unknownKey = Code(rawValue: "expression-unknown-key")
        /// A key path goes on behind a value that has no properties.
        public static let keyOfValue = Code(rawValue: "expression-key-of-value")
        /// A fetch compares a to-many as if it were one value.
        public static let toManyWithoutQuantifier = Code(rawValue: "expression-to-many-without-quantifier")
        /// A fetch depends on a value that is not stored.
        public static let transientKey = Code(rawValue: "expression-transient-key")
        /// An operator for collections is applied to one value.
        public static let notACollection = Code(rawValue: "expression-not-a-collection")
        /// An operator or a function is applied to a value of another type.
        public static let typeMismatch = Code(rawValue: "expression-type-mismatch")
        /// `BETWEEN` with anything but two values.
        public static let betweenBounds = Code(rawValue: "expression-between-bounds")
        /// A variable without a value.
        public static let missingVariable = Code(rawValue: "missing-variable")
        /// A whole number or a decimal is divided by zero.
        public static let divisionByZero = Code(rawValue: "division-by-zero")
        /// A result that its type cannot hold.
        public static let overflow = Code(rawValue: "overflow")
        /// A list has no element at an index.
        public static let indexOutOfRange = Code(rawValue: "index-out-of-range")
        /// The right side of `MATCHES` is no regular expression.
        public static let invalidPattern = Code(rawValue: "invalid-pattern")
        /// A regular expression needs more steps than it is given.
        public static let costlyPattern = Code(rawValue: "costly-pattern")
        /// `FUNCTION` calls a method, or `CAST` names a type, that does not exist here.
        public static let unsupported = Code(rawValue: "unsupported")
        /// Fetched properties whose predicates lead to one another without end.
        public static let endlessFetch = Code(rawValue: "endless-fetch")
        /// The object's context is gone, so its values cannot be read any more.
        public static let contextGone = Code(rawValue: "context-gone")
    }

    public var code: Code
    public var description: String

    public init(code: Code, description: String) {
        self.code = code
        self.description = description
    }
}

extension QueryError {
    /// What the checker has found, in its words.
    init(_ diagnostic: Diagnostic) {
        self.init(
            code: Code(rawValue: diagnostic.code.rawValue),
            description: [diagnostic.message, diagnostic.hint].compactMap { $0 }.joined(separator: "; "))
    }

    /// - Parameter names: The keys that there are.
    static func unknownKey(_ key: String, of owner: String, among names: [String]) -> QueryError {
        let nearest = NearestName.to(key, among: names).map { "; did you mean '\($0)'?" } ?? ""
        return QueryError(code: .unknownKey, description: "'\(owner)' has no property '\(key)'\(nearest)")
    }

    static func keyOfValue(_ key: String, kind: String) -> QueryError {
        QueryError(
            code: .keyOfValue, description: "\(kind) has no property '\(key)'; end the key path before '\(key)'")
    }

    static func notACollection(_ what: String, kind: String) -> QueryError {
        QueryError(code: .notACollection, description: "\(what) needs a collection and gets \(kind)")
    }

    static func typeMismatch(_ what: String, needs expected: String, kind: String) -> QueryError {
        QueryError(code: .typeMismatch, description: "\(what) needs \(expected) and gets \(kind)")
    }

    static func missingVariable(_ name: String, among names: [String]) -> QueryError {
        let nearest = NearestName.to(name, among: names).map { "; there is one for $\($0)" } ?? ""
        return QueryError(code: .missingVariable, description: "there is no value for $\(name)\(nearest)")
    }

    static func overflow(_ what: String) -> QueryError {
        QueryError(code: .overflow, description: "the result of \(what) is too large")
    }

    static func divisionByZero(_ what: String) -> QueryError {
        QueryError(code: .divisionByZero, description: "\(what) divides by zero")
    }
}
