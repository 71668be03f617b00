import ArgumentParser
import ModelDiagnostics
import ModelEvolution
import ModelProjects
import ModelValidation
import StructuredText

/// The rules of a command, as a table for a terminal or as JSON.
struct RuleList {
    private let rules: [DiagnosticRule]

    /// The rules about a model by itself.
    static var models: RuleList { RuleList(rules: ModelValidator.rules.map(\.listed)) }

    /// The rules about the versions of a model.
    static var evolution: RuleList { RuleList(rules: DiagnosticRule.evolutionRules) }

    /// The list in a form.
    ///
    /// - Throws: `ValidationError` for a form that only findings have.
    func text(_ format: DiagnosticFormat) throws -> String {
        guard !format.isReport else {
            throw ValidationError("\(format.rawValue) is a form of findings; list the rules as text or json")
        }
        return format == .json ? JSONText.text(of: .array(rules.map(Self.value))) : table
    }

    private var table: String {
        let width = rules.map(\.code.rawValue.count).max() ?? 0
        let levelWidth = ValidationRule.Level.allCases.map(\.rawValue.count).max() ?? 0
        let lines = rules.map { rule in
            let level = Self.level(of: rule) + (rule.isMandatory ? "*" : "")
            return [rule.code.rawValue.padded(to: width), level.padded(to: levelWidth + 1), rule.summary]
                .joined(separator: "  ") + "\n"
        }
        let hasMandatory = rules.contains(where: \.isMandatory)
        return lines.joined() + (hasMandatory ? "\n* cannot be lowered, because generated code relies on it\n" : "")
    }

    private static func level(of rule: DiagnosticRule) -> String {
        rule.defaultSeverity?.rawValue ?? ValidationRule.Level.off.rawValue
    }

    private static func value(_ rule: DiagnosticRule) -> StructuredValue {
        .members(
            .init("code", .string(rule.code.rawValue)), .init("level", .string(level(of: rule))),
            .init("mandatory", .boolean(rule.isMandatory)), .init("summary", .string(rule.summary)))
    }
}
