public import Foundation
public import ModelExpressions

/// One walk over the tree of a Foundation predicate.
struct PredicateTranslation {
    let model: ManagedObjectModel
    /// What the parameters of closures stand for.
    var bindings: [PredicateExpressions.VariableID: TranslatedValue] = [:]
    /// The expressions that are found to be many objects.
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

    /// A name for the members of a collection, used for no other.
    mutating func makeVariable() -> String {
        variableCount += 1
        return variableCount == 1 ? "member" : "member\(variableCount)"
    }
}

/// An expression of Foundation's tree that has a counterpart.
protocol TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression
}

extension ModelPredicate {
    /// A predicate of Foundation's as a tree over the properties of a model.
    ///
    /// A fetch does this on its own. What the predicate captures becomes a constant. Evaluated on any object, both give
    /// the same answer; where Foundation's fails, because it unwraps nil by force, this one is of nil.
    ///
    /// - Throws: ``PredicateTranslationError``, which names the expression that has no counterpart.
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
