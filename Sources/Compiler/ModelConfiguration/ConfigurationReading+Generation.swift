import ModelCodegen
import ModelDiagnostics

extension ConfigurationReading {
    /// Reads the text of a value, or returns nil and reports an error. The text can be empty if it is written as `""`.
    mutating func plainText(_ node: YAMLNode, of key: String) -> String? {
        guard let text = node.text, !node.isNull else {
            report(.invalidValue("'\(key)' cannot be \(node.kind)", expecting: "a string", at: node.position))
            return nil
        }
        return text
    }

    /// Reads a `generate:` section.
    mutating func generation(_ section: YAMLNode) -> GenerationSettings {
        var settings = GenerationSettings()
        read(entries(section, of: "'generate'") ?? [], GenerationKey.all, named: \.description.name) {
            key, value, reading in
            let known = settings.options.invalidOptions
            key.read(value, &reading, &settings)
            for invalid in settings.options.invalidOptions where !known.contains(invalid) {
                reading.report(.invalidOption(invalid, at: value.position))
            }
            guard key.description.name == "types" else { return }
            for entry in value.entries ?? [] {
                reading.configuration.replacedClasses.append(
                    ProjectConfiguration.ReplacedClass(name: entry.name, anchor: entry.position.anchor))
            }
        }
        return settings
    }

    /// Reads a model of the project: its path, or its path with its own settings.
    mutating func model(_ item: YAMLNode) {
        guard let entries = item.entries else {
            if let path = filePath(item, of: "models") { list(path, item) }
            return
        }
        var path: (absolute: String, node: YAMLNode)?
        var settings: GenerationSettings?
        let earlierClassCount = configuration.replacedClasses.count
        for entry in entries {
            switch entry.name {
            case "path": path = filePath(entry.value, of: "path").map { ($0, entry.value) }
            case "generate": settings = entry.value.isNull ? nil : generation(entry.value)
            default: report(.unknownKey(entry.name, among: ["path", "generate"], at: entry.position))
            }
        }
        guard entries.contains(where: { $0.name == "path" }) else {
            return report(.invalidValue("the model has no path", expecting: "a key 'path'", at: item.position))
        }
        for index in earlierClassCount..<configuration.replacedClasses.count {
            configuration.replacedClasses[index].modelPath = path?.absolute
        }
        guard let path, list(path.absolute, path.node) else { return }
        if let settings { configuration.modelGeneration[path.absolute] = settings }
    }

    /// Adds a path to the models, each of which has one set of options.
    ///
    /// - Returns: Whether it is not listed yet. Otherwise, reports an error.
    @discardableResult
    private mutating func list(_ path: String, _ node: YAMLNode) -> Bool {
        guard listedPaths.insert(path).inserted else {
            report(.modelListedTwice(node.text ?? path, at: node.position))
            return false
        }
        configuration.models.append(path)
        return true
    }
}
