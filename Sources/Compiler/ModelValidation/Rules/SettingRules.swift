import ModelDiagnostics
import ModelSchema

/// Rules about user info that sets levels of rules.
extension ValidationRule {
    static let settingRules: [ValidationRule] = [ruleLevelInvalid]

    static let ruleLevelInvalid = ValidationRule(
        "rule-level-invalid", .warning,
        "User info sets the level of a rule that does not exist or cannot be lowered, or sets an unknown level."
    ) { model, findings in
        for (path, userInfo) in model.userInfos {
            let keys = userInfo.entries.map(\.key)
            for (entry, entryPath) in zip(userInfo.entries, path.paths(to: .userInfoEntry, named: keys))
            where entry.key.hasPrefix(LevelSettings.keyPrefix) { findings.checkLevel(entry, at: entryPath) }
        }
    }
}

extension Findings {
    fileprivate mutating func checkLevel(_ entry: UserInfo.Entry, at path: SchemaPath) {
        let code = Diagnostic.Code(String(entry.key.dropFirst(LevelSettings.keyPrefix.count)))
        let rules = rules
        guard let rule = rules.first(where: { $0.code == code }) else {
            let hint = suggestion(
                for: code.rawValue, among: rules.map(\.code.rawValue),
                otherwise: "use the code that a diagnostic shows in brackets")
            report("'\(entry.key)' names a rule that does not exist", at: path.setting("key"), hint: hint)
            return
        }
        guard let level = ValidationRule.Level(rawValue: entry.value) else {
            let levels = ValidationRule.Level.allCases.map(\.rawValue)
            let hint = suggestion(
                for: entry.value, among: levels, otherwise: "use one of \(levels.joined(separator: ", "))")
            report("'\(entry.value)' is not a valid level for '\(entry.key)'", at: path.setting("value"), hint: hint)
            return
        }
        if rule.isMandatory, level != rule.defaultLevel {
            report(
                "rule '\(code)' cannot be lowered, because generated code relies on it", at: path.setting("value"),
                hint: "remove the entry")
        }
    }
}
