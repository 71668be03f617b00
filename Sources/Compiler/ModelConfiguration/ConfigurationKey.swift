import ModelDiagnostics
import ModelValidation

/// A top-level key of a `modelgen.yml`, with its description and a function that reads its value.
struct ConfigurationKey: Sendable {
    let description: KeyDescription
    let read: @Sendable (_ value: YAMLNode, _ reading: inout ConfigurationReading) -> Void

    /// Every key. Add a key here for a new option of the tool.
    static let all: [ConfigurationKey] = [models, generate, rules, conventions, evolution, baseline]

    var name: String { description.name }

    static let models = ConfigurationKey(
        description: KeyDescription(
            name: "models", form: .list(of: .either([.path, .section(modelKeys)])),
            summary: "The models of the project: bundles, versions, or folders to search.",
            example: "[Models/Shop.xcdatamodeld]")
    ) { value, reading in
        guard let items = value.items else {
            reading.report(
                .invalidValue("'models' cannot be \(value.kind)", expecting: "a list of paths", at: value.position))
            return
        }
        for item in items { reading.model(item) }
    }

    /// The keys of an item in `models` that is not only a path.
    static let modelKeys = [
        KeyDescription(
            name: "path", form: .path, summary: "The path of the model.", example: "Models/Shop.xcdatamodeld",
            isRequired: true),
        generate.description,
    ]

    static let generate = ConfigurationKey(
        description: KeyDescription(
            name: "generate", form: .section(GenerationKey.all.map(\.description)),
            summary: "Options for generated code.", example: "{output: Sources/Generated}")
    ) { value, reading in reading.configuration.generation = reading.generation(value) }

    static let rules = ConfigurationKey(
        description: KeyDescription(
            name: "rules", form: .map(of: .choice(ValidationRule.Level.allCases.map(\.rawValue))),
            summary: "The levels of rules, by code.", example: "{relationship-inverse-missing: error}")
    ) { value, reading in
        for entry in reading.entries(value, of: "'rules'", expecting: "a mapping from codes to levels") ?? [] {
            guard let text = reading.text(entry.value, of: entry.name, expecting: RuleLevelSetting.expectation) else {
                continue
            }
            do throws(RuleLevelSetting.InvalidSettingError) {
                let setting = try RuleLevelSetting(code: entry.name, level: text)
                reading.configuration.ruleLevels[setting.code] = setting.level
            } catch {
                reading.report(.invalid(error, keyAt: entry.position, valueAt: entry.value.position))
            }
        }
    }

    static let baseline = ConfigurationKey(
        description: KeyDescription(
            name: "baseline", form: .path, summary: "The file that lists accepted findings.",
            example: "modelgen-baseline.json")
    ) { value, reading in
        if let path = reading.filePath(value, of: "baseline") { reading.configuration.baselinePath = path }
    }
}
