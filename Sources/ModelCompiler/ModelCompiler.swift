import Foundation
public import ModelCodegen
public import ModelDiagnostics
import ModelSchema
import ModelValidation
import XCDataModel

/// The whole pipeline: read, validate, plan, render. It reads models and writes nothing.
public struct ModelCompiler: Sendable {
    /// What became of one model.
    public struct Result: Sendable, Hashable {
        /// Sorted by place.
        public var diagnostics: [LocatedDiagnostic]
        /// The generated files; none when any diagnostic is an error.
        public var files: [GeneratedFile]

        public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
    }

    public var options: GenerationOptions

    public init(options: GenerationOptions = GenerationOptions()) {
        self.options = options
    }

    /// The models at a path: the path itself when it is a model, else every model below the folder, by path.
    ///
    /// - Parameter diagnostics: Receives an error when there is none.
    public static func models(at path: String, into diagnostics: inout [LocatedDiagnostic]) -> [String] {
        let paths = ModelBundle.paths(below: path)
        if paths.isEmpty {
            diagnostics.append(LocatedDiagnostic(.noModels(), file: path) { _ in nil })
        }
        return paths
    }

    /// Compiles the current version of the model at a path: a bundle, a bare version, or a `contents` file.
    ///
    /// - Parameter path: As diagnostics are to show it.
    /// - Throws: ``TemplateFailure`` when a template does not fit its context.
    public func compile(_ path: String) throws -> Result {
        var located: [LocatedDiagnostic] = []
        guard let bundle = ModelBundle.open(path, into: &located) else {
            return Result(diagnostics: located.sorted(), files: [])
        }
        let source = bundle.current
        var diagnostics: [Diagnostic] = []
        let document = read(source, into: &diagnostics)
        if let document {
            ModelValidator().validate(document.model, into: &diagnostics)
            // What code a broken model would lack is of no interest.
            if !diagnostics.contains(where: { $0.severity == .error }) {
                CodeGenerator(options: options).check(document.model, into: &diagnostics)
            }
        }
        located += diagnostics.map { diagnostic in
            LocatedDiagnostic(diagnostic, file: source.contentsPath) { document?.sourceMap.position(of: $0) }
        }
        var result = Result(diagnostics: located.sorted(), files: [])
        if let document, !result.hasErrors {
            let generator = CodeGenerator(options: options)
            result.files = try generator.generate(document.model, source: bundle.name)
        }
        return result
    }

    private func read(_ source: ModelSource, into diagnostics: inout [Diagnostic]) -> ModelDocument? {
        do {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: source.contentsPath)))
            return XCDataModelReader().read(bytes, named: source.modelName, into: &diagnostics)
        } catch {
            diagnostics.append(.unreadable(error))
            return nil
        }
    }
}

extension ModelBundle {
    /// The last component of the path, which says the same on every machine.
    fileprivate var name: String {
        URL(filePath: path).lastPathComponent
    }
}
