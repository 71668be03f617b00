import GeneratedOutput
public import ModelCodegen
import ModelConfiguration
public import ModelDiagnostics
import ModelSchema
import ModelValidation
import XCDataModel

/// A checked model, from which code can be generated.
///
/// For a model that is known from an earlier run, the result of its check is remembered. The model is checked again
/// only if code must be generated.
///
/// ```swift
/// let model = try ModelCompiler().check(path)
/// let files = model.hasErrors ? [] : try model.generate()
/// ```
public struct CheckedModel: Sendable {
    /// Sorted by place.
    public let diagnostics: [LocatedDiagnostic]
    let inputs: ModelInputs
    let generator: CodeGenerator
    /// The result of an earlier run with the same inputs; nil if it is not known.
    let remembered: ModelOutput?
    /// Nil if the file is not a data model, or if an earlier run has checked it.
    let document: ModelDocument?
    /// The document's model with its Swift names; nil if there are errors, or if this tool does not choose the names.
    let named: NamedModel?
    /// All versions, if the code declares them and none has errors.
    private let history: SchemaHistory?

    /// The path of the model, as diagnostics show it.
    public var path: String { inputs.path }
    /// The name of the bundle, which is the same on every machine.
    public var name: String { inputs.name }

    /// Checks a model.
    ///
    /// - Throws: ``ProjectFileError`` if the baseline is not valid.
    init(_ inputs: ModelInputs, _ generator: CodeGenerator) throws(ProjectFileError) {
        self.inputs = inputs
        self.generator = generator
        remembered = nil
        guard let version = inputs.version else {
            diagnostics = inputs.bundleDiagnostics.sorted()
            (document, named, history) = (nil, nil, nil)
            return
        }
        let check = VersionCheck(version, options: inputs.settings.validation)
        var found = check.diagnostics
        // Diagnostics about missing code do not matter for a broken model.
        if let document = check.document, generator.options.templateContext == .modelgen,
            !found.contains(where: { $0.severity == .error })
        {
            let named = generator.naming(document.model)
            generator.check(named, into: &found)
            self.named = named
        } else {
            named = nil
        }
        document = check.document
        var others: [LocatedDiagnostic] = []
        if named == nil || inputs.allVersions.isEmpty {
            history = nil
        } else {
            let versions = try VersionChecks(of: inputs, generator, current: found) {
                diagnostics, version throws(ProjectFileError) in try Self.unaccepted(diagnostics, inputs, version)
            }
            history = versions.history
            others = versions.diagnostics
            if let history {
                let writesCustomCodeFiles = inputs.settings.generation.customCodePath != nil
                found += Diagnostic.about(history, hasCustomCodeFolder: writesCustomCodeFiles)
            }
        }
        let reported = try Self.unaccepted(found, inputs, version)
        diagnostics = (inputs.bundleDiagnostics + check.located(reported) + others).sorted()
    }

    /// Creates a model that an earlier run has checked.
    init(_ inputs: ModelInputs, _ generator: CodeGenerator, remembered output: ModelOutput) {
        self.inputs = inputs
        self.generator = generator
        remembered = output
        diagnostics = (inputs.bundleDiagnostics + output.diagnostics).sorted()
        (document, named, history) = (nil, nil, nil)
    }

    /// The errors, and all other findings that the baseline does not accept.
    private static func unaccepted(
        _ diagnostics: [Diagnostic], _ inputs: ModelInputs, _ version: ModelFile
    ) throws(ProjectFileError) -> [Diagnostic] {
        guard let path = inputs.settings.baselinePath, let bytes = inputs.baseline else { return diagnostics }
        let file = try BaselineFile(reading: bytes, path: path)
        let remaining = file.baseline.newFindings(among: diagnostics, in: file.name(of: version.source.contentsPath))
        return diagnostics.filter { $0.severity == .error } + remaining.filter { $0.severity != .error }
    }

    /// Whether no code can be generated.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The same model, checked if only its earlier result is known.
    func complete() throws(ProjectFileError) -> CheckedModel {
        remembered == nil ? self : try CheckedModel(inputs, generator)
    }

    /// The generated files. Empty if a diagnostic is an error.
    ///
    /// - Throws: `TemplateError` if a template cannot be rendered.
    public func generate() throws -> [GeneratedFile] {
        guard let document, !hasErrors else { return [] }
        if let history { return try generator.generate(history, source: name) }
        return try generator.generate(named ?? generator.naming(document.model), source: name)
    }

    /// The files that are written once for people to edit. Empty if the options do not request them.
    ///
    /// - Throws: `TemplateError` if a template cannot be rendered.
    package func customCodeFiles() throws -> [GeneratedFile] {
        guard let document, !hasErrors, inputs.settings.generation.customCodePath != nil else { return [] }
        if let history { return try generator.customCodeFiles(for: history) }
        return try generator.customCodeFiles(for: document.model)
    }

    /// The test of the code. Empty if the options do not request one.
    ///
    /// - Throws: `TemplateError` if a template cannot be rendered.
    package func testFiles() throws -> [GeneratedFile] {
        guard let document, !hasErrors, generator.options.style == .swiftData,
            inputs.settings.generation.testsPath != nil
        else { return [] }
        return try generator.testFiles(for: history, named ?? generator.naming(document.model), source: name)
    }
}
