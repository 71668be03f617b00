public import Foundation
public import ModelExpressions

/// A traversal of the tree of a Foundation predicate.
struct PredicateTranslation {
    let model: ManagedObjectModel
    /// The values of the parameters of closures.
    var bindings: [PredicateExpressions.VariableID: TranslatedValue] = [:]
    /// The expressions with several objects as their value.
    var toManyExpressions: Set<ModelExpression> = []
    private var variableCount = 0

    init(model: ManagedObjectModel) { self.model = model }

    mutating func translate(_ expression: Any) throws -> TranslatedExpression {
        guard let expression = expression as? any TranslatablePredicateExpression else {
            throw PredicateTranslationError.unsupported(type(of: expression))
        }
        return try expression.translated(in: &self)
    }

    mutating func value(_ expression: Any) throws -> TranslatedValue { try translate(expression).value() }

    mutating func predicate(_ expression: Any) throws -> ModelPredicate { try translate(expression).predicate() }

    /// Returns a unique name for the members of a collection.
    mutating func makeVariable() -> String {
        variableCount += 1
        return variableCount == 1 ? "member" : "member\(variableCount)"
    }
}

/// An expression of Foundation's tree that can be translated.
protocol TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression
}

extension ModelPredicate {
    /// Translates a Foundation predicate to a tree over the properties of a model.
    ///
    /// A fetch does this automatically. Values in the predicate become constants. Both predicates give the same result
    /// for any object, except that where Foundation's stops the program by force unwrapping nil, this one continues
    /// with nil.
    ///
    /// - Throws: ``PredicateTranslationError``, which names the expression that cannot be translated.
    public init<Object: ManagedObject>(
        _ predicate: Predicate<Object>, model: ManagedObjectModel
    ) throws(PredicateTranslationError) {
        var translation = PredicateTranslation(model: model)
        translation.bindings[predicate.variable.key] = TranslatedValue(.evaluatedObject)
        do {
            self = try translation.predicate(predicate.expression)
        } catch let error as PredicateTranslationError {
            throw error
        } catch {
            throw PredicateTranslationError(
                code: .unsupportedExpression, expression: "\(type(of: predicate.expression))", description: "\(error)")
        }
    }
}

/// An error that occurs if a part of a Foundation predicate has no counterpart in a
/// ``ModelExpressions/ModelPredicate``.
///
/// The description contains names of types and properties, and never a value.
///
/// ```swift
/// do {
///     let tree = try ModelPredicate(predicate, model: context.managedObjectModel)
///     print("The store evaluates", tree)
/// } catch {
///     print("Foundation evaluates it for each object, because", error.description)
/// }
/// ```
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
