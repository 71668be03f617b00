import ModelDiagnostics
import ModelSchema
import ModelValidation
import TestSupport
import Testing

/// A model that breaks one rule at the mark `«1»` and nowhere else, and one that keeps it.
struct RuleExample: Sendable, CustomTestStringConvertible {
    var code: Diagnostic.Code
    var failing: String
    var passing: String

    init(_ code: String, failing: String, passing: String) {
        self.code = Diagnostic.Code(code)
        self.failing = failing
        self.passing = passing
    }

    var testDescription: String { code.rawValue }

    /// The rule's own level, or a note for a rule that is off unless asked for.
    var level: ValidationRule.Level {
        let level = ModelValidator.rule(for: code)?.defaultLevel ?? .off
        return level == .off ? .note : level
    }
}
