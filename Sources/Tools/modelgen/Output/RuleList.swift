import ArgumentParser
import DiagnosticFormats
import ModelDiagnostics
import ModelEvolution
import ModelValidation
import StructuredText

/// The rules of a command, as a table for a terminal or as JSON.
struct RuleList {
    private struct Row {
        var code: Diagnostic.Code
        var level: ValidationRule.Level
        /// Whether the level cannot be lowered.
        var isMandatory = false
        var summary: String
    }

    private let rows: [Row]

    /// The rules about a model by itself.
    static var models: RuleList {
        RuleList(
            rows: ModelValidator.rules.map { rule in
                Row(
                    code: rule.code, level: rule.defaultLevel, isMandatory: rule.isMandatory, summary: rule.summary)
            })
    }

    /// The rules about the versions of a model.
    static var evolution: RuleList {
        RuleList(
            rows: EvolutionRule.all.map { Row(code: $0.code, level: $0.defaultLevel, summary: $0.summary) })
    }

    /// The list in a form.
    ///
    /// - Throws: `ValidationError` for a form that only findings have.
    func text(_ format: DiagnosticFormat) throws -> String {
        switch format {
        case .text: table
        case .json: JSONText.text(of: .array(rows.map(Self.value)))
        case .github, .sarif, .junit, .gitlab:
            throw ValidationError("\(format.rawValue) is a form of findings; list the rules as text or json")
        }
    }

    private var table: String {
        let width = rows.map(\.code.rawValue.count).max() ?? 0
        let levelWidth = ValidationRule.Level.allCases.map(\.rawValue.count).max() ?? 0
        let lines = rows.map { row in
            let level = row.level.rawValue + (row.isMandatory ? "*" : "")
            return [row.code.rawValue.padded(to: width), level.padded(to: levelWidth + 1), row.summary]
                .joined(separator: "  ") + "\n"
        }
        let hasMandatory = rows.contains(where: \.isMandatory)
        return lines.joined() + (hasMandatory ? "\n* cannot be lowered, because generated code relies on it\n" : "")
    }

    private static func value(_ row: Row) -> StructuredValue {
        .members(
            .init("code", .string(row.code.rawValue)), .init("level", .string(row.level.rawValue)),
            .init("mandatory", .boolean(row.isMandatory)), .init("summary", .string(row.summary)))
    }
}
