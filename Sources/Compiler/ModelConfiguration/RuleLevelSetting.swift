public import ModelDiagnostics
import ModelEvolution
public import ModelValidation

/// A rule with its level, from a flag (`code=level`) or a line of `modelgen.yml` (`code: level`).
///
/// ```swift
/// do {
///     let setting = try RuleLevelSetting(code: flag.code, level: flag.level)
///     options.levels[setting.code] = setting.level
/// } catch {
///     print("\(error.message); \(error.hint)")
/// }
/// ```
public struct RuleLevelSetting: Sendable, Hashable {
    /// An error in a setting.
    public struct InvalidSettingError: Error, Sendable, Hashable {
        /// The part of the setting that is wrong.
        public enum Reason: Sendable, Hashable {
            /// No rule has the code.
            case unknownRule
            /// The level does not exist.
            case unknownLevel
            /// The level of the rule cannot be lowered.
            case mandatoryRule
        }

        /// The reason, for programs.
        public var reason: Reason
        /// The problem, as a clause.
        public var message: String
        /// A hint about how to fix the setting.
        public var hint: String
    }

    /// The rules whose level a project can set: those for a single model, and those for its versions.
    package static let rules = ModelValidator.rules.map(\.listed) + DiagnosticRule.evolutionRules

    static let expectation = "one of \(ValidationRule.Level.allCases.map(\.rawValue).joined(separator: ", "))"

    /// The rule.
    public var code: Diagnostic.Code
    /// The level for the rule.
    public var level: ValidationRule.Level

    /// Checks that the rule and the level exist, and that the rule can have the level.
    ///
    /// - Throws: ``InvalidSettingError`` otherwise.
    public init(code: String, level: String) throws(InvalidSettingError) {
        guard let rule = Self.rules.first(where: { $0.code.rawValue == code }) else {
            throw InvalidSettingError(
                reason: .unknownRule, message: "unknown rule '\(code)'",
                hint: NearestName.suggestion(for: code, among: Self.rules.map(\.code.rawValue))
                    ?? "list the rules with modelgen validate --list-rules or modelgen breaking --list-rules")
        }
        guard let knownLevel = ValidationRule.Level(rawValue: level) else {
            throw InvalidSettingError(
                reason: .unknownLevel, message: "'\(level)' is not a valid level for rule '\(code)'",
                hint: "use \(Self.expectation)")
        }
        guard !rule.isMandatory || knownLevel.severity == rule.defaultSeverity else {
            throw InvalidSettingError(
                reason: .mandatoryRule,
                message: "rule '\(code)' cannot be lowered, because generated code relies on it",
                hint: "remove the level, and correct the model")
        }
        self.code = rule.code
        self.level = knownLevel
    }
}
