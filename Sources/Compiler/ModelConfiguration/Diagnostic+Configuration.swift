import ModelCodegen
public import ModelDiagnostics
import ModelValidation

extension DiagnosticRule {
    static let settingsSyntax = Self(
        "settings-syntax", .error, "A `modelgen.yml` is not valid YAML, or uses anchors and aliases.")
    static let settingsLimit = Self(
        "settings-limit", .error, "A `modelgen.yml` exceeds a limit on size, brackets, or aliases.")
    static let settingsKeyUnknown = Self(
        "settings-key-unknown", .error, "A `modelgen.yml` has a key that does not exist.")
    static let settingsValueInvalid = Self(
        "settings-value-invalid", .error, "A `modelgen.yml` has a value that its key does not accept.")
    static let settingsRuleUnknown = Self(
        "settings-rule-unknown", .error, "A `modelgen.yml` sets the level of a rule that does not exist.")
    static let settingsRuleMandatory = Self(
        "settings-rule-mandatory", .error, "A `modelgen.yml` lowers a rule that cannot be lowered.")
    static let settingsTypeUnused = Self(
        "settings-type-unused", .warning, "A `modelgen.yml` has a type for a class that no attribute has.")
}

extension ConfigurationReader {
    /// The diagnostics of reading a `modelgen.yml`. They cannot be turned off.
    public static let rules: [DiagnosticRule] = [
        .settingsSyntax, .settingsLimit, .settingsKeyUnknown, .settingsValueInvalid, .settingsRuleUnknown,
        .settingsRuleMandatory, .settingsTypeUnused,
    ]
}

extension Diagnostic {
    static func unknownKey(_ name: String, among names: [String], at position: YAMLPosition) -> Self {
        Diagnostic(
            .settingsKeyUnknown, "unknown key '\(name)'", at: position.anchor,
            hint: NearestName.suggestion(for: name, among: names) ?? "use \(names.joined(separator: ", "))")
    }

    static func invalidValue(_ message: String, expecting expected: String, at position: YAMLPosition) -> Self {
        Diagnostic(.settingsValueInvalid, message, at: position.anchor, hint: "use \(expected)")
    }

    static func modelListedTwice(_ path: String, at position: YAMLPosition) -> Self {
        Diagnostic(
            .settingsValueInvalid, "'models' lists '\(path)' twice", at: position.anchor,
            hint: "list it once; for more code with other options, write a second file, and specify it with --config")
    }

    static func unknownWord(_ word: String, of key: String, words: [String], at position: YAMLPosition) -> Self {
        let suggestion = NearestName.suggestion(for: word, among: words).map { $0 + " " } ?? ""
        return Diagnostic(
            .settingsValueInvalid, "'\(key)' cannot be '\(word)'", at: position.anchor,
            hint: "\(suggestion)use \(ValueForm.choice(words).expectation)")
    }

    /// A type for a class that no attribute of the models has.
    ///
    /// - Parameter known: The classes of their attributes.
    package static func unusedType(of replaced: ProjectConfiguration.ReplacedClass, among known: [String]) -> Self {
        Diagnostic(
            .settingsTypeUnused, "no attribute has the class '\(replaced.name)', which 'types' replaces",
            at: replaced.anchor,
            hint: NearestName.suggestion(for: replaced.name, among: known)
                ?? "remove it, or use the class of a transformable attribute")
    }

    static func invalidOption(_ option: InvalidOptionError, at position: YAMLPosition) -> Self {
        Diagnostic(.settingsValueInvalid, option.message, at: position.anchor, hint: option.hint)
    }

    static func invalid(_ failure: Convention.RequirementError, at position: YAMLPosition) -> Self {
        Diagnostic(.settingsValueInvalid, failure.message, at: position.anchor, hint: failure.hint)
    }

    static func invalid(
        _ failure: RuleLevelSetting.InvalidSettingError, keyAt key: YAMLPosition, valueAt value: YAMLPosition
    ) -> Self {
        switch failure.reason {
        case .unknownRule: Diagnostic(.settingsRuleUnknown, failure.message, at: key.anchor, hint: failure.hint)
        case .unknownLevel:
            Diagnostic(.settingsValueInvalid, failure.message, at: value.anchor, hint: failure.hint)
        case .mandatoryRule:
            Diagnostic(.settingsRuleMandatory, failure.message, at: key.anchor, hint: failure.hint)
        }
    }
}

extension YAMLError {
    var diagnostic: Diagnostic {
        switch reason {
        case .syntax: Diagnostic(.settingsSyntax, message, at: position.anchor, hint: hint)
        case .limit: Diagnostic(.settingsLimit, message, at: position.anchor, hint: hint)
        }
    }
}
