import ModelDiagnostics
package import ModelExpressions

/// An error that occurs if a predicate cannot be evaluated. It names the entity, the key, and a correction.
///
/// The description contains names from the model, and never a value.
///
/// ```swift
/// do {
///     return try context.fetch(FetchRequest<Hero>(predicate: .format(condition)))
/// } catch let error as QueryError {
///     print(error)  // column 1: 'Hero' has no property 'nam'; did you mean 'name'?
///     return []
/// }
/// ```
public struct QueryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error. Codes are stable, but messages can change.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name of lowercase words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        // The names of codes that begin with "expression-" are those of diagnostics, under which their page explains
        // them.

        /// A key path names a property that does not exist.
        public static let unknownKey = Code(rawValue: "expression-unknown-key")
        /// A key path continues after a value that has no properties.
        public static let keyPathThroughValue = Code(rawValue: "expression-key-of-value")
        /// A fetch compares a to-many relationship like a single value.
        public static let toManyWithoutQuantifier = Code(rawValue: "expression-to-many-without-quantifier")
        /// A fetch depends on a value that is not stored.
        public static let transientKey = Code(rawValue: "expression-transient-key")
        /// An operator for collections is applied to a single value.
        public static let notACollection = Code(rawValue: "expression-not-a-collection")
        /// An operator or a function is applied to a value of another type.
        public static let typeMismatch = Code(rawValue: "expression-type-mismatch")
        /// The right side of `BETWEEN` does not have two values.
        public static let invalidBetweenBounds = Code(rawValue: "expression-between-bounds")
        /// A variable has no value.
        public static let missingVariable = Code(rawValue: "missing-variable")
        /// An integer or a decimal is divided by zero.
        public static let divisionByZero = Code(rawValue: "division-by-zero")
        /// A result is too large for its type.
        public static let overflow = Code(rawValue: "overflow")
        /// A list has no element at an index.
        public static let indexOutOfRange = Code(rawValue: "index-out-of-range")
        /// The right side of `MATCHES` is not a regular expression.
        public static let invalidPattern = Code(rawValue: "invalid-pattern")
        /// A regular expression takes too many steps.
        public static let patternTooComplex = Code(rawValue: "pattern-too-complex")
        /// `FUNCTION` calls a method that does not exist here, or `CAST` names a type that does not.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The predicates of fetched properties depend on one another endlessly.
        public static let recursiveFetch = Code(rawValue: "recursive-fetch")
        /// The object's context no longer exists, so its values cannot be read.
        public static let missingContext = Code(rawValue: "missing-context")
    }

    /// The kind of error.
    public var code: Code
    /// A message that describes the problem and a correction.
    public var message: String
    /// The column of the comparison in the format, in characters from 1;
    /// nil if it is unknown, as for a Swift predicate.
    public var column: Int?

    /// Creates an error.
    public init(code: Code, message: String, column: Int? = nil) {
        self.code = code
        self.message = message
        self.column = column
    }

    /// The message after its column, if it is known, such as `column 5: …`.
    public var description: String { column.map { "column \($0): \(message)" } ?? message }
}

extension QueryError {
    /// Creates an error from the first one of a checker; nil if there is none.
    @usableFromInline
    package init?(_ report: ExpressionReport) {
        guard let index = report.diagnostics.firstIndex(where: { $0.severity == .error }) else { return nil }
        let diagnostic = report.diagnostics[index]
        self.init(
            code: Code(rawValue: diagnostic.code.rawValue),
            message: [diagnostic.message, diagnostic.hint].compactMap { $0 }.joined(separator: "; "),
            column: report.columns[index])
    }

    /// - Parameter names: The existing keys.
    @usableFromInline
    package static func unknownKey(_ key: String, of owner: String, among names: [String]) -> QueryError {
        let nearest = NearestName.to(key, among: names).map { "; did you mean '\($0)'?" } ?? ""
        return QueryError(code: .unknownKey, message: "'\(owner)' has no property '\(key)'\(nearest)")
    }

    @usableFromInline
    static func keyPathThroughValue(_ key: String, kind: String) -> QueryError {
        QueryError(
            code: .keyPathThroughValue, message: "\(kind) has no property '\(key)'; end the key path before '\(key)'")
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

extension FormatPosition {
    /// Runs work, and adds the column to its errors, unless they have one.
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
