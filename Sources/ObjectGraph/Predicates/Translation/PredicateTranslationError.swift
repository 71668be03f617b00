/// An error that occurs if a part of a Foundation predicate has no counterpart in a ``ModelExpressions/ModelPredicate``.
///
/// The description contains names of types and properties, and never a value.
public struct PredicateTranslationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error. Codes are stable, but messages can change.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// A short name of lowercase words joined by hyphens.
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A key path does not name a property of the model, such as the key path of a computed property.
        public static let unknownKeyPath = Code(rawValue: "unknown-key-path")
        /// The tree of predicates does not have the expression.
        public static let unsupportedExpression = Code(rawValue: "unsupported-expression")
        /// A value has a type that no attribute can store.
        public static let unsupportedValue = Code(rawValue: "unsupported-value")
    }

    /// The kind of error.
    public var code: Code
    /// The expression that cannot be translated: a key path, or the name of one of Foundation's types.
    public var expression: String
    public var description: String

    /// Creates an error.
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

    /// - Parameter expression: The type of the expression, whose name describes it.
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
