public import ModelCodegen
public import ModelDiagnostics

/// What is generated from one model: all of it, or what belongs in one folder.
///
/// ```swift
/// let output = ModelOutput(
///     model: "Library.xcdatamodeld", path: "Models/Library.xcdatamodeld", files: [file])
/// ```
public struct ModelOutput: Sendable, Hashable {
    /// The name of the model's bundle, which is its name in the manifest.
    public var model: String
    /// The path of the model, for messages.
    public var path: String
    /// The diagnostics of the model, in the order in which they were reported.
    public var diagnostics: [LocatedDiagnostic]
    /// The files, in any order. Empty if a diagnostic is an error.
    public var files: [GeneratedFile]

    /// Creates the output of a model, by default without diagnostics.
    public init(model: String, path: String, diagnostics: [LocatedDiagnostic] = [], files: [GeneratedFile]) {
        self.model = model
        self.path = path
        self.diagnostics = diagnostics
        self.files = files
    }

    /// Whether a diagnostic is an error, so there are no files. O(*n*).
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

    /// The files that are not for people to edit.
    var ownFiles: [GeneratedFile] { files.filter { $0.role != .customCode } }
}

extension [ModelOutput] {
    /// The conflicts between models with the same name, and between files with the same path.
    var collisions: [LocatedDiagnostic] {
        var diagnostics: [LocatedDiagnostic] = []
        var modelPaths: [String: String] = [:]
        for output in self {
            if let other = modelPaths.updateValue(output.path, forKey: output.model) {
                diagnostics.append(.sameModelName(output.model, first: other, second: output.path))
            }
        }
        var sources: [String: String] = [:]
        for output in self {
            for file in output.files {
                // Many file systems ignore case.
                guard let other = sources.updateValue(output.path, forKey: file.name.lowercased()) else { continue }
                diagnostics.append(.sameFile(file.name, first: other, second: output.path))
            }
        }
        return diagnostics.sorted()
    }
}
