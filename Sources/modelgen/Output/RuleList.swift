import ModelDiagnostics
import ModelEvolution
import ModelValidation
import StructuredText

/// The rules as a table for a terminal.
enum RuleList {
    private typealias Row = (code: Diagnostic.Code, level: String, summary: String)

    /// The rules about a model by itself.
    static var text: String {
        let rows = ModelValidator.rules.map { rule in
            Row(rule.code, rule.defaultLevel.rawValue + (rule.isMandatory ? "*" : ""), rule.summary)
        }
        return table(rows) + "\n* cannot be lowered, because generated code relies on it\n"
    }

    /// The rules about the versions of a model.
    static var evolutionText: String {
        table(EvolutionRule.all.map { Row($0.code, $0.defaultLevel.rawValue, $0.summary) })
    }

    private static func table(_ rows: [Row]) -> String {
        let width = rows.map(\.code.rawValue.count).max() ?? 0
        let levelWidth = ValidationRule.Level.allCases.map(\.rawValue.count).max() ?? 0
        return rows.map { row in
            [row.code.rawValue.padded(to: width), row.level.padded(to: levelWidth + 1), row.summary]
                .joined(separator: "  ") + "\n"
        }.joined()
    }
}
