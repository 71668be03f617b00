import ModelDiagnostics
package import ModelExpressions

/// A predicate that cannot be evaluated: what is wrong, in which entity and key, and what to do about it.
///
/// The description holds names of the model and never a value.
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error. Open, so that new kinds break no one.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name of lowercase words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A key path names a property that does not exist.
        public static let unknownKey = Code(rawValue: "expression-unknown-key")
        /// A key path continues after a value that has no properties.
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
        /// An integer or a decimal is divided by zero.
        public static let divisionByZero = Code(rawValue: "division-by-zero")
        /// A result that its type cannot hold.
        public static let overflow = Code(rawValue: "overflow")
        /// A list has no element at an index.
        public static let indexOutOfRange = Code(rawValue: "index-out-of-range")
        /// The right side of `MATCHES` is not a regular expression.
        public static let invalidPattern = Code(rawValue: "invalid-pattern")
        /// A regular expression needs more steps than it is given.
        public static let costlyPattern = Code(rawValue: "costly-pattern")
        /// `FUNCTION` calls a method, or `CAST` names a type, that does not exist here.
        public static let unsupported = Code(rawValue: "unsupported")
        /// Fetched properties whose predicates point to one another without end.
        public static let endlessFetch = Code(rawValue: "endless-fetch")
        /// The object's context no longer exists, so its values cannot be read any more.
        public static let contextGone = Code(rawValue: "context-gone")
    }

    /// The kind of error, for programs.
    public var code: Code
    /// What is wrong, and what to do about it: one clause, lower case, no full stop.
    public var message: String
    /// Where the comparison begins that cannot be evaluated, in characters of the format from 1; nil if that is not known,
    /// as for a predicate of Swift's.
    public var column: Int?

    /// An error of a kind.
    public init(code: Code, message: String, column: Int? = nil) {
        self.code = code
        self.message = message
        self.column = column
    }

    /// `column 5: what is wrong; what to do`, without the column where it is not known.
    public var description: String { column.map { "column \($0): \(message)" } ?? message }
}

extension QueryError {
    /// The first error that a checker has found, in its words; nil for none.
    @usableFromInline
    package init?(_ report: ExpressionReport) {
        guard let index = report.diagnostics.firstIndex(where: { $0.severity == .error }) else { return nil }
        let diagnostic = report.diagnostics[index]
        self.init(
            code: Code(rawValue: diagnostic.code.rawValue),
            message: [diagnostic.message, diagnostic.hint].compactMap { $0 }.joined(separator: "; "),
            column: report.columns[index])
    }

    /// - Parameter names: The keys that there are.
    @usableFromInline
    package static func unknownKey(_ key: String, of owner: String, among names: [String]) -> QueryError {
        let nearest = NearestName.to(key, among: names).map { "; did you mean '\($0)'?" } ?? ""
        return QueryError(code: .unknownKey, message: "'\(owner)' has no property '\(key)'\(nearest)")
    }

    @usableFromInline
    static func keyOfValue(_ key: String, kind: String) -> QueryError {
        QueryError(
            code: .keyOfValue, message: "\(kind) has no property '\(key)'; end the key path before '\(key)'")
    }

    @usableFromInline
    static func notACollection(_ what: String, kind: String) -> QueryError {
        QueryError(code: .notACollection, message: "\(what) needs a collection, not \(kind)")
    }

    @usableFromInline
    static func typeMismatch(_ what: String, needs expected: String, kind: String) -> QueryError {
        QueryError(code: .typeMismatch, message: "\(what) needs \(expected), not \(kind)")
    }

    @usableFromInline
    package static func missingVariable(_ name: String, among names: [String]) -> QueryError {
        let nearest = NearestName.to(name, among: names).map { "; $\($0) has one" } ?? ""
        return QueryError(code: .missingVariable, message: "variable $\(name) has no value\(nearest)")
    }

    @usableFromInline
    static func overflow(_ what: String) -> QueryError {
        QueryError(code: .overflow, message: "the result of \(what) is too large")
    }

    @usableFromInline
    static func divisionByZero(_ what: String) -> QueryError {
        QueryError(code: .divisionByZero, message: "\(what) divides by zero")
    }
}

extension FormatPlace {
    /// Does work on what stands here, and names the place in an error, unless the error knows one further inside.
    @inline(__always)
    @usableFromInline
    package func locating<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch var error as QueryError where error.column == nil {
            error.column = column
            throw error
        }
    }
}
