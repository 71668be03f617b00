import GeneratedOutput
import ModelCodegen
import ModelConfiguration
import XCDataModel

extension GenerationCache {
    /// The result of an earlier run with the same inputs; nil if it is not known.
    func entry(for inputs: ModelInputs, _ generator: CodeGenerator) -> Entry? {
        fingerprint(of: inputs, generator).flatMap { entry(at: place(of: inputs), for: $0) }
    }

    /// Remembers the result for a model.
    func remember(_ model: CheckedModel, _ entry: Entry) {
        guard let fingerprint = fingerprint(of: model.inputs, model.generator) else { return }
        var entry = entry
        entry.diagnostics = model.diagnostics
        // The diagnostics about the bundle depend on files that are not inputs.
        for diagnostic in model.inputs.bundleDiagnostics {
            if let index = entry.diagnostics.firstIndex(of: diagnostic) { entry.diagnostics.remove(at: index) }
        }
        remember(entry, at: place(of: model.inputs), for: fingerprint)
    }

    private func place(of inputs: ModelInputs) -> String {
        "\(inputs.path)\n\(inputs.settings.generation.outputPath ?? "")"
    }

    /// The hash of everything that the diagnostics and generated files depend on; nil if the model cannot be
    /// remembered.
    private func fingerprint(of inputs: ModelInputs, _ generator: CodeGenerator) -> ContentHash? {
        // Templates written for SwiftGen also receive the other models.
        guard generator.options.templateContext != .swiftGen else { return nil }
        // The code of frozen versions depends on the existing files, and a test is in a folder of its own.
        guard inputs.allVersions.isEmpty, inputs.settings.generation.testsPath == nil else { return nil }
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
