import ModelDiagnostics
import ModelEvolution
import ModelValidation

/// A rule whose level a project can set: about a model by itself, or about its versions.
struct ConfigurableRule: Sendable {
    let code: Diagnostic.Code
    let defaultLevel: ValidationRule.Level
    /// Whether nothing can lower it.
    let isMandatory: Bool

    static let all =
        ModelValidator.rules.map {
            ConfigurableRule(code: $0.code, defaultLevel: $0.defaultLevel, isMandatory: $0.isMandatory)
        }
        + EvolutionRule.all.map {
            ConfigurableRule(code: $0.code, defaultLevel: $0.defaultLevel, isMandatory: false)
        }
}
