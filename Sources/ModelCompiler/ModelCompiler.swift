public import ModelCodegen
public import ModelDiagnostics
import XCDataModel

/// Compiles one model by itself: reads, checks and renders it, and writes nothing. ``GenerationRun`` does so with many.
public struct ModelCompiler: Sendable {
    /// What became of one model.
    public struct Result: Sendable, Hashable {
        /// Sorted by place.
        public var diagnostics: [LocatedDiagnostic]
        /// The generated files; none when any diagnostic is an error.
        public var files: [GeneratedFile]

        /// Whether any diagnostic is an error, so that there are no files. O(*n*).
        public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
    }

    /// What the user has chosen about the code.
    public var options: GenerationOptions
    /// What the code is rendered with.
    public var templates: TemplateSet

    /// A compiler; by default with the built-in templates in the style of this package's runtime.
    public init(options: GenerationOptions = GenerationOptions(), templates: TemplateSet = .builtIn) {
        self.options = options
        self.templates = templates
    }

    /// The models at a path: the path itself when it is a model, else every model below the folder, by path.
    ///
    /// - Parameters:
    ///   - path: A model, or a folder to search.
    ///   - diagnostics: Receives an error when there is none.
    public static func models(at path: String, into diagnostics: inout [LocatedDiagnostic]) -> [String] {
        let paths = ModelBundle.paths(below: path)
        if paths.isEmpty {
            diagnostics.append(LocatedDiagnostic(.noModels(), file: path) { _ in nil })
        }
        return paths
    }

    /// Compiles the current version of the model at a path: a bundle, a bare version, or a `contents` file.
    ///
    /// - Parameters:
    ///   - path: As diagnostics are to show it.
    ///   - settings: What holds for the model, but for how code is generated, which ``options`` say.
    /// - Throws: `TemplateFailure` if a template cannot be rendered, ``FileProblem`` when the baseline cannot
    ///   be read.
    public func compile(_ path: String, settings: ModelSettings = ModelSettings()) throws -> Result {
        let model = try check(path, settings: settings)
        return Result(diagnostics: model.diagnostics, files: try model.generate())
    }

    /// Reads and judges the current version of the model at a path.
    ///
    /// - Parameters:
    ///   - path: As diagnostics are to show it.
    ///   - settings: What holds for the model. A baseline keeps warnings from being reported, and no error from
    ///     being one: code cannot be generated from a model with errors, accepted or not.
    /// - Throws: ``FileProblem`` when the baseline cannot be read.
    public func check(_ path: String, settings: ModelSettings = ModelSettings()) throws -> CheckedModel {
        try CheckedModel(
            ModelInputs(readingFrom: path, settings: settings),
            CodeGenerator(options: options, templates: templates))
    }
}
