import GeneratedOutput
public import ModelCodegen
import ModelConfiguration
public import ModelDiagnostics
import ModelSchema
import ModelValidation
import XCDataModel

/// A model that has been judged, and from which code can be generated.
///
/// Of a model that is known from an earlier run, it is remembered how it was judged: that is put off until code has to be
/// generated.
public struct CheckedModel: Sendable {
    /// Sorted by place.
    public let diagnostics: [LocatedDiagnostic]
    let inputs: ModelInputs
    let generator: CodeGenerator
    /// What an earlier run made of the same inputs; nil where that is not known.
    let remembered: GenerationCache.Entry?
    /// Nil when the file is no data model, and when an earlier run has judged it.
    let document: ModelDocument?
    /// The document's model with its names; nil where there are errors, and where the names are not this tool's.
    private let named: NamedModel?

    /// Where the model lies, as diagnostics show it.
    public var path: String { inputs.path }
    /// The name of the bundle, which says the same on every machine.
    public var name: String { inputs.name }

    /// Judges a model.
    ///
    /// - Throws: ``FileProblem`` when the baseline is none.
    init(_ inputs: ModelInputs, _ generator: CodeGenerator) throws(FileProblem) {
        self.inputs = inputs
        self.generator = generator
        remembered = nil
        guard let version = inputs.version else {
            diagnostics = inputs.bundleDiagnostics.sorted()
            (document, named) = (nil, nil)
            return
        }
        let check = VersionCheck(version.source, version.contents, options: inputs.settings.validation)
        var found = check.diagnostics
        // What code a broken model would lack is of no interest.
        if let document = check.document, generator.options.templateContext == .own,
            !found.contains(where: { $0.severity == .error })
        {
            let named = generator.naming(document.model)
            generator.check(named, into: &found)
            self.named = named
        } else {
            named = nil
        }
        document = check.document
        let reported = try Self.unaccepted(found, inputs, version)
        diagnostics = (inputs.bundleDiagnostics + check.located(reported)).sorted()
    }

    /// A model that an earlier run has judged.
    init(_ inputs: ModelInputs, _ generator: CodeGenerator, remembered entry: GenerationCache.Entry) {
        self.inputs = inputs
        self.generator = generator
        remembered = entry
        diagnostics = (inputs.bundleDiagnostics + entry.diagnostics).sorted()
        (document, named) = (nil, nil)
    }

    /// The errors, and what else the baseline does not accept.
    private static func unaccepted(
        _ diagnostics: [Diagnostic], _ inputs: ModelInputs, _ version: ModelInputs.Version
    ) throws(FileProblem) -> [Diagnostic] {
        guard let path = inputs.settings.baselinePath, let bytes = inputs.baseline else { return diagnostics }
        let file = try BaselineFile(reading: bytes, path: path)
        let remaining = file.baseline.filter(diagnostics, in: file.name(of: version.source.contentsPath))
        return diagnostics.filter { $0.severity == .error } + remaining.filter { $0.severity != .error }
    }

    /// Whether nothing can be generated.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The same model, judged if that was remembered only.
    func complete() throws(FileProblem) -> CheckedModel {
        remembered == nil ? self : try CheckedModel(inputs, generator)
    }

    /// The generated files; none when any diagnostic is an error.
    ///
    /// - Throws: `TemplateFailure` if a template cannot be rendered.
    public func generate() throws -> [GeneratedFile] {
        guard let document, !hasErrors else { return [] }
        return try generator.generate(named ?? generator.naming(document.model), source: name)
    }

    /// The files that are written once and belong to people; none where no one asks for them.
    ///
    /// - Throws: `TemplateFailure` if a template cannot be rendered.
    func humanFiles() throws -> [GeneratedFile] {
        guard let document, !hasErrors, inputs.settings.generation.humanPath != nil else { return [] }
        return try generator.humanFiles(for: document.model)
    }
}
