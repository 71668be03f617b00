public import ModelCodegen
import ModelCompiler
import ModelDiagnostics
import ModelSchema
import XCDataModel

/// A model, the code generated for it, and what its app would have written beside that code.
public struct CheckedModel: Sendable {
    /// The path of the model.
    public var path: String
    public var files: [GeneratedFile]
    /// What an app would have written by hand.
    public var standIns: [GeneratedFile]

    /// Generates the code of a model.
    ///
    /// - Parameter path: A bundle, a version or a `contents` file.
    /// - Returns: Nil when the model has errors, from which no code is generated.
    /// - Throws: ``TemplateFailure`` when a template does not fit its context.
    public init?(at path: String, options: GenerationOptions) throws {
        var diagnostics: [LocatedDiagnostic] = []
        guard let document = ModelLoader().loadCurrentVersion(at: path, into: &diagnostics) else { return nil }
        let result = try ModelCompiler(options: options).compile(path)
        guard !result.hasErrors else { return nil }
        self.path = path
        files =
            options.style == .swiftData
            ? try result.files.map { GeneratedFile(name: $0.name, text: try SwiftDataMacros.expanded($0.text)) }
            : result.files
        standIns = StandIns(for: document.model, options: options).files
    }

    /// Everything the compiler is to see.
    var sources: [GeneratedFile] { files + standIns }

    /// The size of the sources.
    var byteCount: Int { sources.reduce(0) { $0 + $1.text.utf8.count } }
}
