import ModelDiagnostics
import ModelValidation

/// The rules as a table for a terminal.
enum RuleList {
    static var text: String {
        let width = ModelValidator.rules.map(\.code.rawValue.count).max() ?? 0
        let levelWidth = ValidationRule.Level.allCases.map(\.rawValue.count).max() ?? 0
        let lines = ModelValidator.rules.map { rule in
            let level = rule.defaultLevel.rawValue + (rule.isMandatory ? "*" : "")
            return [rule.code.rawValue.padded(to: width), level.padded(to: levelWidth + 1), rule.summary]
                .joined(separator: "  ")
        }
        return (lines + ["", "* cannot be lowered: generated code relies on it"]).joined(separator: "\n") + "\n"
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
