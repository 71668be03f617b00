import ModelCodegen
import ModelConfiguration
import ModelDiagnostics
import ModelValidation

// Without reflection, which would take longer than the rest of a run without changes.
extension Fingerprint {
    mutating func add(_ options: GenerationOptions) {
        for option in GenerationOption.all { add(option.value(options)) }
    }

    mutating func add(_ options: ValidationOptions) {
        add(Dictionary(uniqueKeysWithValues: options.levels.map { ($0.rawValue, $1.rawValue) }))
        add(options.targets.map(\.rawValue).sorted())
        add(String(options.conventions.count))
        for convention in options.conventions {
            add([
                convention.code.rawValue, convention.subject.rawValue, convention.requirement, convention.message,
                convention.level.rawValue,
            ])
        }
    }

    mutating func add(_ templates: TemplateSet) {
        add(String(templates.includesBuiltIn))
        add(templates.mainFiles.map(\.name))
        for file in templates.files { add([file.name, file.path, file.text]) }
    }

    private mutating func add(_ value: TemplateParameters.Value) {
        switch value {
        case .text(let text): add(["text", text])
        case .flag: add("flag")
        case .list(let values):
            add(["list", String(values.count)])
            for value in values { add(value) }
        case .group(let values):
            add(["group", String(values.count)])
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                add(name)
                add(value)
            }
        }
    }
}
