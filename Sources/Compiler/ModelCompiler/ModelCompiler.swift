public import GeneratedOutput
public import ModelCodegen
import ModelConfiguration
public import ModelDiagnostics
import ModelValidation
import XCDataModel

/// Compiles a single model: reads, checks, and renders it, without writing files. For several models, use
/// ``GenerationRun``.
///
/// ```swift
/// let result = try ModelCompiler().compile(path)
/// print(DiagnosticTextFormatter().format(result.diagnostics), terminator: "")
/// for file in result.files { print(file.name, file.text.utf8.count) }
/// ```
public struct ModelCompiler: Sendable {
    /// The options for the code.
    public var options: GenerationOptions
    /// The templates for the code.
    public var templates: TemplateSet

    /// Creates a compiler. The default is the built-in templates in the style of this package's runtime.
    public init(options: GenerationOptions = GenerationOptions(), templates: TemplateSet = .builtIn) {
        self.options = options
        self.templates = templates
    }

    /// Returns the models at a path: the path itself if it is a model, otherwise every model below the folder, by path.
    ///
    /// - Parameters:
    ///   - path: A model, or a folder to search.
    ///   - diagnostics: Receives an error if there is no model, or if the folder cannot be searched, and a warning for
    ///     each folder in it that cannot.
    public static func models(at path: String, into diagnostics: inout [LocatedDiagnostic]) -> [String] {
        let earlierCount = diagnostics.count
        let paths = ModelBundle.paths(below: path, into: &diagnostics)
        if paths.isEmpty, !diagnostics[earlierCount...].contains(where: { $0.severity == .error }) {
            diagnostics.append(LocatedDiagnostic(.noModels, file: path) { _ in nil })
        }
        return paths
    }

    /// Compiles the current version of the model at a path: a bundle, a bare version, or a `contents` file. Returns its
    /// code only, without the files that people edit, and without tests.
    ///
    /// ```swift
    /// var compiler = ModelCompiler()
    /// compiler.options.accessLevel = .internal
    /// let files = try compiler.compile(path, settings: settings).files
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path of the model, as diagnostics show it.
    ///   - settings: The settings for the model. For generated code, ``options`` apply instead.
    /// - Throws: `TemplateError` if a template cannot be rendered, and ``ProjectFileError`` if the baseline cannot be
    ///   read.
    public func compile(_ path: String, settings: ModelSettings = ModelSettings()) throws -> ModelOutput {
        let model = try check(path, settings: settings)
        return ModelOutput(
            model: model.name, path: path, diagnostics: model.diagnostics, files: try model.generate())
    }

    /// Reads and checks the current version of the model at a path.
    ///
    /// - Parameters:
    ///   - path: The path of the model, as diagnostics show it.
    ///   - settings: The settings for the model. A baseline hides accepted warnings, but not errors: code cannot be
    ///     generated from a model with errors, even accepted ones.
    /// - Throws: ``ProjectFileError`` if the baseline cannot be read.
    public func check(_ path: String, settings: ModelSettings = ModelSettings()) throws -> CheckedModel {
        var settings = settings
        settings.generation.style = options.style
        settings.generation.versions = options.versions
        if options.style == .swiftData { settings.validation.targets.insert(.swiftData) }
        return try CheckedModel(
            ModelInputs(GenerationRun.Request(path: path, settings: settings)),
            CodeGenerator(options: options, templates: templates))
    }
}
