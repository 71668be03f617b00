import ModelDiagnostics
import ModelValidation

/// A key at the top of a `modelgen.yml`: its name, and how its value is read.
struct ConfigurationKey: Sendable {
    let name: String
    let read: @Sendable (_ value: YAMLNode, _ reading: inout ConfigurationReading) -> Void

    /// Every key. A new option of the tool is one more of them.
    static let all: [ConfigurationKey] = [models, rules, baseline]

    static let models = ConfigurationKey(name: "models") { value, reading in
        guard let items = value.items else {
            reading.report(
                .invalidValue("'models' holds \(value.kind)", expecting: "a list of paths", at: value.position))
            return
        }
        for item in items {
            if let path = reading.filePath(item, of: "models") { reading.configuration.models.append(path) }
        }
    }

    static let rules = ConfigurationKey(name: "rules") { value, reading in
        guard let entries = value.entries else {
            reading.report(
                .invalidValue("'rules' holds \(value.kind)", expecting: "codes with levels", at: value.position))
            return
        }
        for entry in entries {
            guard let text = reading.text(entry.value, of: entry.name, expecting: RuleLevelSetting.expectation) else {
                continue
            }
            do throws(RuleLevelSetting.Failure) {
                let setting = try RuleLevelSetting(code: entry.name, level: text)
                reading.configuration.ruleLevels[setting.code] = setting.level
            } catch {
                reading.report(.invalid(error, keyAt: entry.position, valueAt: entry.value.position))
            }
        }
    }

    static let baseline = ConfigurationKey(name: "baseline") { value, reading in
        if let path = reading.filePath(value, of: "baseline") { reading.configuration.baselinePath = path }
    }
}
