import GeneratedOutput
public import ModelCodegen
import ModelConfiguration
public import ModelDiagnostics
import ModelSchema
import ModelValidation
import XCDataModel

/// A model that has been read and judged, and from which code can be generated.
///
/// Of a model that is known from an earlier run, it is remembered how it was judged: reading it is put off until code
/// has to be generated.
public struct CheckedModel: Sendable {
    /// Where the model lies, as diagnostics show it.
    public let path: String
    /// The name of the bundle, which says the same on every machine.
    public let name: String
    /// Sorted by place.
    public private(set) var diagnostics: [LocatedDiagnostic]
    let settings: ModelSettings
    let generator: CodeGenerator
    /// What an earlier run made of the same inputs; nil where that is not known.
    private(set) var remembered: GenerationCache.Entry?
    /// Nil when the file is no data model, when any diagnostic is an error, and when it has not been read.
    private(set) var document: ModelDocument?
    /// The document's model with its names; nil without a document, and where the names are not this tool's.
    private var named: NamedModel?
    /// What there is to say about the bundle around the version.
    private let bundleDiagnostics: [LocatedDiagnostic]
    /// Nil where there is no version to read.
    private let inputs: ModelInputs?
    /// Whether it stands for a folder without models.
    private(set) var holdsNoModel = false

    /// Judges a model, unless an earlier run has.
    ///
    /// - Parameter cache: What earlier runs remember; nil to read the model in any case.
    /// - Throws: ``FileProblem`` when the baseline cannot be read.
    init(
        path: String, name: String, settings: ModelSettings, generator: CodeGenerator, cache: GenerationCache? = nil
    ) throws {
        self.path = path
        self.name = name
        self.settings = settings
        self.generator = generator
        var found: [LocatedDiagnostic] = []
        let source = ModelBundle.currentVersion(at: path, into: &found)
        bundleDiagnostics = found
        diagnostics = found.sorted()
        inputs = try source.map { source throws(FileProblem) in try ModelInputs(source, settings: settings) }
        if let cache, let fingerprint = fingerprint(toolIdentity: cache.toolIdentity),
            let entry = cache.entry(at: cachePlace, for: fingerprint)
        {
            remembered = entry
            diagnostics = (found + entry.diagnostics).sorted()
        } else {
            try read()
        }
    }

    /// What stands for the models of a folder that holds none.
    init(ofNoneIn folder: String, _ settings: ModelSettings, _ compiler: ModelCompiler) {
        path = folder
        name = AbsolutePath.name(of: folder)
        self.settings = settings
        generator = CodeGenerator(options: compiler.options, templates: compiler.templates)
        diagnostics = []
        bundleDiagnostics = []
        inputs = nil
        holdsNoModel = true
    }

    /// Whether nothing can be generated.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The generated files; none when any diagnostic is an error.
    ///
    /// - Throws: `TemplateFailure` when a template cannot be rendered.
    public func generate() throws -> [GeneratedFile] {
        guard let document, !hasErrors else { return [] }
        return try generator.generate(named ?? generator.naming(document.model), source: name)
    }

    /// The files that are written once and belong to people; none where nobody asks for them.
    ///
    /// - Throws: `TemplateFailure` when a template cannot be rendered.
    func humanFiles() throws -> [GeneratedFile] {
        guard let document, !hasErrors, settings.generation.humanPath != nil else { return [] }
        return try generator.humanFiles(for: document.model)
    }

    /// The same model, read if it was remembered only.
    func complete() throws -> CheckedModel {
        guard remembered != nil else { return self }
        var result = self
        result.remembered = nil
        try result.read()
        return result
    }

    /// Has a cache remember what came of the model.
    func remember(_ files: [OutputFile], humanFiles: [OutputFile], in cache: GenerationCache) {
        guard let fingerprint = fingerprint(toolIdentity: cache.toolIdentity) else { return }
        var rest = diagnostics
        for diagnostic in bundleDiagnostics {
            if let index = rest.firstIndex(of: diagnostic) { rest.remove(at: index) }
        }
        let entry = GenerationCache.Entry(diagnostics: rest, files: files, humanFiles: humanFiles)
        cache.remember(entry, at: cachePlace, for: fingerprint)
    }

    private mutating func read() throws {
        guard let inputs else { return }
        var check = VersionCheck(inputs, options: settings.validation)
        // What code a broken model would lack is of no interest.
        if let document = check.document, generator.options.templateContext == .own,
            !check.diagnostics.contains(where: { $0.severity == .error })
        {
            let named = generator.naming(document.model)
            generator.check(named, into: &check.diagnostics)
            self.named = named
        }
        if let path = settings.baselinePath, let bytes = inputs.baseline {
            let baseline = try BaselineFile(reading: bytes, path: path)
            let name = baseline.name(of: inputs.source.contentsPath)
            let errors = check.diagnostics.filter { $0.severity == .error }
            let remaining = baseline.baseline.filter(check.diagnostics, in: name)
            check.diagnostics = errors + remaining.filter { $0.severity != .error }
        }
        diagnostics = (bundleDiagnostics + check.located(check.diagnostics)).sorted()
        document = check.document
    }

    /// The hash of what diagnostics and generated files follow from; nil for a model that cannot be remembered.
    ///
    /// - Parameter toolIdentity: What differs between two builds of the tool.
    private func fingerprint(toolIdentity: String) -> ContentHash? {
        // Templates written for SwiftGen see the other models too.
        guard generator.options.templateContext != .swiftGen else { return nil }
        guard let inputs, case .success(let contents) = inputs.contents else { return nil }
        var fingerprint = Fingerprint()
        fingerprint.add([toolIdentity, name, inputs.source.modelName, inputs.source.contentsPath])
        fingerprint.add(contents)
        fingerprint.add(settings.baselinePath)
        fingerprint.add(inputs.baseline ?? [])
        fingerprint.add(settings.validation)
        fingerprint.add(generator.options)
        fingerprint.add(generator.templates)
        fingerprint.add(settings.generation.humanPath == nil ? "" : "human")
        return fingerprint.hash
    }

    private var cachePlace: String { "\(path)\n\(settings.generation.outputPath ?? "")" }
}
