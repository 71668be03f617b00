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
    /// for any object, except that where Foundation's stops the program by force unwrapping nil, this one continues with nil.
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
