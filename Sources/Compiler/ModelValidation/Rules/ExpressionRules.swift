import ModelDiagnostics
import ModelExpressions

/// Rules about predicates and expressions in the format language.
///
/// The expression checker creates the diagnostics. Each of its codes is a rule, so that projects can set its level.
extension ValidationRule {
    static let expressionRules: [ValidationRule] = [
        expression(.expressionSyntax, .error, "A predicate or an expression has a syntax error."),
        expression(.expressionUnknownKey, .error, "A key path names a property that does not exist."),
        expression(.expressionKeyOfValue, .error, "A key path continues after a value that has no properties."),
        expression(
            .expressionToManyWithoutQuantifier, .error,
            "A to-many relationship is compared as if it were a single value."),
        expression(
            .expressionNotACollection, .warning, "A quantifier or a collection operator is applied to a single value."),
        expression(
            .expressionTypeMismatch, .warning,
            "The two sides of a comparison, or an operator and its operand, have incompatible types."),
        expression(.expressionBetweenBounds, .error, "BETWEEN does not have two values on its right."),
        expression(.expressionTransientKey, .error, "A fetch depends on a property that is not stored."),
        expression(.expressionVariableConflict, .error, "A variable is used as values of different types."),
        expression(.expressionUnknownVariable, .error, "A variable has no value."),
        expression(.expressionUnsupportedDerivation, .warning, "No store keeps a derivation up to date."),
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
