/// A part of a Foundation predicate that has no counterpart in a ``ModelExpressions/ModelPredicate``.
///
/// The description holds names of types and properties and never a value.
public struct PredicateTranslationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error. Open, so that new kinds break no one.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name of lowercase words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A key path that points to no property of the model, such as one to a computed property.
        public static let unknownKeyPath = Code(rawValue: "unknown-key-path")
        /// An expression that the tree of predicates has no node for.
        public static let unsupportedExpression = Code(rawValue: "unsupported-expression")
        /// A captured value of a type that no attribute can hold.
        public static let unsupportedValue = Code(rawValue: "unsupported-value")
    }

    /// The kind of error, for programs.
    public var code: Code
    /// The expression that cannot be translated: a key path, or the name of a type of Foundation's.
    public var expression: String
    public var description: String

    /// An error of a kind.
    public init(code: Code, expression: String, description: String) {
        self.code = code
        self.expression = expression
        self.description = description
    }
}

extension PredicateTranslationError {
    static func unknownKeyPath(_ keyPath: AnyKeyPath, in model: ManagedObjectModel) -> PredicateTranslationError {
        let keyPathTypes = "\(type(of: keyPath).rootType) to \(type(of: keyPath).valueType)"
        return PredicateTranslationError(
            code: .unknownKeyPath, expression: "key path from \(keyPathTypes)",
            description: "a key path from \(keyPathTypes) does not name a property of the model '\(model.name)'")
    }

    /// - Parameter expression: The type of the expression, whose name says what it does.
    static func unsupported(_ expression: Any.Type, because reason: String? = nil) -> PredicateTranslationError {
        let name = "\(expression)".prefix { $0 != "<" }
        return PredicateTranslationError(
            code: .unsupportedExpression, expression: String(name),
            description: "the expression \(name) cannot be translated"
                + (reason.map { ": \($0)" } ?? "; write the condition in a different way"))
    }

    static func unsupportedValue(_ type: Any.Type) -> PredicateTranslationError {
        PredicateTranslationError(
            code: .unsupportedValue, expression: "\(type)",
            description: "a predicate cannot contain a value of type \(type); use a type that an attribute can store")
    }
}
