import FileAccess
import GeneratedOutput
import ModelCodegen
import ModelConfiguration
import XCDataModel

extension GenerationCache {
    /// The output of an earlier run with the same inputs; nil if it is not known.
    func output(for inputs: ModelInputs, _ generator: CodeGenerator) -> ModelOutput? {
        fingerprint(of: inputs, generator).flatMap {
            output(of: inputs.name, at: inputs.path, in: inputs.settings.generation.outputPath, for: $0)
        }
    }

    /// Remembers the output of a model.
    func store(_ output: ModelOutput, of model: CheckedModel) {
        guard let fingerprint = fingerprint(of: model.inputs, model.generator) else { return }
        var output = output
        // The diagnostics about the bundle depend on files that are not inputs.
        for diagnostic in model.inputs.bundleDiagnostics {
            if let index = output.diagnostics.firstIndex(of: diagnostic) { output.diagnostics.remove(at: index) }
        }
        store(output, in: model.inputs.settings.generation.outputPath, for: fingerprint)
    }

    /// The checksum of everything that the diagnostics and generated files depend on; nil if the model cannot be
    /// remembered.
    private func fingerprint(of inputs: ModelInputs, _ generator: CodeGenerator) -> Checksum? {
        // Templates written for SwiftGen also receive the other models.
        guard generator.options.templateContext != .swiftGen else { return nil }
        // The code of frozen versions depends on the existing files, and a test is in a folder of its own.
        guard inputs.allVersions.isEmpty, inputs.settings.generation.testsPath == nil else { return nil }
        guard let version = inputs.version, case .success(let contents) = version.bytes else { return nil }
        var fingerprint = Fingerprint()
        fingerprint.add([toolIdentity, inputs.name, version.source.modelName, version.source.contentsPath])
        fingerprint.add(contents)
        fingerprint.add(inputs.settings.baselinePath)
        fingerprint.add(inputs.baseline ?? [])
        fingerprint.add(inputs.settings.validation)
        fingerprint.add(generator.options)
        fingerprint.add(generator.templates)
        fingerprint.add(inputs.settings.generation.customCodePath == nil ? "" : "custom-code")
        return fingerprint.checksum
    }
}
