public import ModelDiagnostics
import ModelEvolution
public import ModelValidation

/// A rule and the level it is to have, as a flag (`code=level`) or a line of `modelgen.yml` (`code: level`) says.
public struct RuleLevelSetting: Sendable, Hashable {
    /// Why a setting is none.
    public struct Failure: Error, Sendable, Hashable {
        /// What the failure is about.
        public enum Reason: Sendable, Hashable {
            case unknownRule, unknownLevel, mandatoryRule
        }

        /// What the failure is about, for programs.
        public var reason: Reason
        /// What is wrong, as a clause.
        public var message: String
        /// What to write instead.
        public var hint: String
    }

    static let expectation = "one of \(ValidationRule.Level.allCases.map(\.rawValue).joined(separator: ", "))"

    /// The rule.
    public var code: Diagnostic.Code
    /// The level that it is to have.
    public var level: ValidationRule.Level

    /// Checks that there is such a rule, such a level, and that the rule may have it.
    public init(code: String, level: String) throws(Failure) {
        guard let rule = ConfigurableRule.all.first(where: { $0.code.rawValue == code }) else {
            let near = NearestName.to(code, among: ConfigurableRule.all.map(\.code.rawValue))
            throw Failure(
                reason: .unknownRule, message: "unknown rule '\(code)'",
                hint: near.map { "did you mean '\($0)'?" }
                    ?? "list the rules with modelgen validate --list-rules or modelgen breaking --list-rules")
        }
        guard let knownLevel = ValidationRule.Level(rawValue: level) else {
            throw Failure(
                reason: .unknownLevel, message: "'\(level)' is not a valid level for rule '\(code)'",
                hint: "use \(Self.expectation)")
        }
        guard !rule.isMandatory || knownLevel == rule.defaultLevel else {
            throw Failure(
                reason: .mandatoryRule,
                message: "rule '\(code)' cannot be lowered, because generated code relies on it",
                hint: "remove the level, and correct the model")
        }
        self.code = rule.code
        self.level = knownLevel
    }
}

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
