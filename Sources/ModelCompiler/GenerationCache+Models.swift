import GeneratedOutput
import ModelCodegen
import ModelConfiguration
import XCDataModel

extension GenerationCache {
    /// What an earlier run made of the same inputs; nil where that is not known.
    func entry(for inputs: ModelInputs, _ generator: CodeGenerator) -> Entry? {
        fingerprint(of: inputs, generator).flatMap { entry(at: place(of: inputs), for: $0) }
    }

    /// Remembers what came of a model.
    func remember(_ model: CheckedModel, _ entry: Entry) {
        guard let fingerprint = fingerprint(of: model.inputs, model.generator) else { return }
        var entry = entry
        entry.diagnostics = model.diagnostics
        // What there is to say about the bundle follows from files that are no inputs.
        for diagnostic in model.inputs.bundleDiagnostics {
            if let index = entry.diagnostics.firstIndex(of: diagnostic) { entry.diagnostics.remove(at: index) }
        }
        remember(entry, at: place(of: model.inputs), for: fingerprint)
    }

    private func place(of inputs: ModelInputs) -> String {
        "\(inputs.path)\n\(inputs.settings.generation.outputPath ?? "")"
    }

    /// The hash of what diagnostics and generated files follow from; nil for a model that cannot be remembered.
    private func fingerprint(of inputs: ModelInputs, _ generator: CodeGenerator) -> ContentHash? {
        // Templates written for SwiftGen see the other models too.
        guard generator.options.templateContext != .swiftGen else { return nil }
        guard let version = inputs.version, case .success(let contents) = version.contents else { return nil }
        var fingerprint = Fingerprint()
        fingerprint.add([toolIdentity, inputs.name, version.source.modelName, version.source.contentsPath])
        fingerprint.add(contents)
        fingerprint.add(inputs.settings.baselinePath)
        fingerprint.add(inputs.baseline ?? [])
        fingerprint.add(inputs.settings.validation)
        fingerprint.add(generator.options)
        fingerprint.add(generator.templates)
        fingerprint.add(inputs.settings.generation.humanPath == nil ? "" : "human")
        return fingerprint.hash
    }
}
