public import ModelCodegen
import ModelCompiler
import ModelConfiguration
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
    /// - Throws: ``TemplateError`` when a template does not fit its context.
    public init?(at path: String, options: GenerationOptions) throws {
        var diagnostics: [LocatedDiagnostic] = []
        guard let document = ModelLoader().loadCurrentVersion(at: path, into: &diagnostics) else { return nil }
        self.path = path
        guard options.style == .swiftData else {
            let model = try ModelCompiler(options: options).check(path)
            guard !model.hasErrors else { return nil }
            files = try model.generate()
            standIns = StandIns(for: document.model, options: options).files
            return
        }
        // The generated code needs the files of custom stages, and the test is checked with it.
        var settings = ModelSettings()
        settings.generation.customCodePath = "/"
        settings.generation.testsPath = options.testedModule == nil ? nil : "/"
        let model = try ModelCompiler(options: options).check(path, settings: settings)
        guard !model.hasErrors else { return nil }
        files = try model.generate().map { GeneratedFile(name: $0.name, text: try SwiftDataMacros.expanded($0.text)) }
        let tests = try model.testFiles().map { file in
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            let text = lines.filter { !$0.hasPrefix("@testable import ") }.joined(separator: "\n")
            return GeneratedFile(name: file.name, text: text)
        }
        var models = [document.model]
        if options.versions == .all {
            models = ModelBundle.versions(at: path, into: &diagnostics).compactMap {
                ModelLoader().load($0, into: &diagnostics)?.model
            }
        }
        standIns = try model.customCodeFiles() + tests + StandIns(for: models, options: options).files
    }

    /// Everything the compiler is to see.
    var sources: [GeneratedFile] { files + standIns }

    /// The size of the sources.
    var byteCount: Int { sources.reduce(0) { $0 + $1.text.utf8.count } }
}
