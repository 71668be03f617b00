import ModelDiagnostics
import ModelExpressions

/// Predicates and expressions in the format language: of fetches, derivations, indexes and Spotlight names.
///
/// The checker of expressions finds and words them; each of its codes is a rule, so that it can be given a level.
extension ValidationRule {
    static let expressionRules: [ValidationRule] = [
        expression(.expressionSyntax, .error, "The text of a predicate or an expression is none."),
        expression(.expressionUnknownKey, .error, "A key path names a property that does not exist."),
        expression(.expressionKeyOfValue, .error, "A key path goes on behind a value that has no properties."),
        expression(
            .expressionToManyWithoutQuantifier, .error, "A to-many is compared as if it were one value."),
        expression(
            .expressionNotACollection, .warning, "A quantifier or a collection operator is applied to one value."),
        expression(
            .expressionTypeMismatch, .warning,
            "The two sides of a comparison, or an operator and its operand, have types that never fit."),
        expression(.expressionBetweenBounds, .error, "BETWEEN has anything but two values on its right."),
        expression(.expressionTransientKey, .error, "A fetch depends on a property that is not stored."),
        expression(.expressionVariableConflict, .error, "A variable is used as values of different types."),
        expression(.expressionUnknownVariable, .error, "Nothing gives a variable a value."),
        expression(
            .expressionUnsupportedDerivation, .warning, "A derivation is one that no store keeps up to date."),
    ]

    private static func expression(_ code: Diagnostic.Code, _ defaultLevel: Level, _ summary: String) -> Self {
        Self(code.rawValue, defaultLevel, summary) { model, findings in
            for diagnostic in model.expressionDiagnostics where diagnostic.code == code {
                guard case .schema(let path) = diagnostic.anchor else { continue }
                findings.report(diagnostic.message, at: path, notes: diagnostic.notes, hint: diagnostic.hint)
            }
        }
    }
}
