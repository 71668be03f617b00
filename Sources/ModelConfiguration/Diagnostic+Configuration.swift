import ModelCodegen
public import ModelDiagnostics
import ModelValidation
import YAMLReading

extension Diagnostic.Code {
    /// The file is not YAML, or uses a part of YAML that is not supported.
    static let settingsSyntax = Self("settings-syntax")
    /// The file exceeds a limit.
    static let settingsLimit = Self("settings-limit")
    /// A key does not exist.
    static let settingsKeyUnknown = Self("settings-key-unknown")
    /// A key does not accept a value.
    static let settingsValueInvalid = Self("settings-value-invalid")
    /// A rule does not exist.
    static let settingsRuleUnknown = Self("settings-rule-unknown")
    /// A rule cannot be lowered.
    static let settingsRuleMandatory = Self("settings-rule-mandatory")
}

extension ConfigurationReader {
    /// The diagnostics of reading a `modelgen.yml`. They cannot be turned off.
    public static let rules: [DiagnosticRule] = [
        DiagnosticRule(.settingsSyntax, .error, "A `modelgen.yml` is not valid YAML, or uses anchors and aliases."),
        DiagnosticRule(.settingsLimit, .error, "A `modelgen.yml` exceeds a limit on size, brackets, or aliases."),
        DiagnosticRule(.settingsKeyUnknown, .error, "A `modelgen.yml` has a key that does not exist."),
        DiagnosticRule(.settingsValueInvalid, .error, "A `modelgen.yml` has a value that its key does not accept."),
        DiagnosticRule(.settingsRuleUnknown, .error, "A `modelgen.yml` sets the level of a rule that does not exist."),
        DiagnosticRule(.settingsRuleMandatory, .error, "A `modelgen.yml` lowers a rule that cannot be lowered."),
    ]
}

extension Diagnostic {
    static func unknownKey(_ name: String, among names: [String], at position: YAMLPosition) -> Self {
        Diagnostic(
            .error, .settingsKeyUnknown, "unknown key '\(name)'", at: position.anchor,
            hint: NearestName.to(name, among: names).map { "did you mean '\($0)'?" }
                ?? "use \(names.joined(separator: ", "))")
    }

    static func invalidValue(_ message: String, expecting expected: String, at position: YAMLPosition) -> Self {
        Diagnostic(
            .error, .settingsValueInvalid, message, at: position.anchor, hint: "use \(expected)")
    }

    static func unknownWord(_ word: String, of key: String, words: [String], at position: YAMLPosition) -> Self {
        let suggestion = NearestName.to(word, among: words).map { "did you mean '\($0)'? " } ?? ""
        return Diagnostic(
            .error, .settingsValueInvalid, "'\(key)' is '\(word)'", at: position.anchor,
            hint: "\(suggestion)use \(ValueForm.choice(words).expectation)")
    }

    static func invalidOption(_ option: InvalidOption, at position: YAMLPosition) -> Self {
        Diagnostic(.error, .settingsValueInvalid, option.message, at: position.anchor, hint: option.hint)
    }

    static func invalid(_ failure: Convention.Failure, at position: YAMLPosition) -> Self {
        Diagnostic(.error, .settingsValueInvalid, failure.message, at: position.anchor, hint: failure.hint)
    }

    static func invalid(
        _ failure: RuleLevelSetting.Failure, keyAt key: YAMLPosition, valueAt value: YAMLPosition
    ) -> Self {
        switch failure.reason {
        case .unknownRule:
            Diagnostic(.error, .settingsRuleUnknown, failure.message, at: key.anchor, hint: failure.hint)
        case .unknownLevel:
            Diagnostic(.error, .settingsValueInvalid, failure.message, at: value.anchor, hint: failure.hint)
        case .mandatoryRule:
            Diagnostic(.error, .settingsRuleMandatory, failure.message, at: key.anchor, hint: failure.hint)
        }
    }
}

extension YAMLFailure {
    var diagnostic: Diagnostic {
        switch reason {
        case .syntax: Diagnostic(.error, .settingsSyntax, message, at: position.anchor, hint: hint)
        case .limit: Diagnostic(.error, .settingsLimit, message, at: position.anchor, hint: hint)
        }
    }
}
