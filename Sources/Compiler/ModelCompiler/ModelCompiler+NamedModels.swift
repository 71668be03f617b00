package import FileAccess
package import ModelDiagnostics

/// An error that occurs if a folder is specified instead of a model, but contains several models.
package struct SeveralModelsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The folder.
    package var folder: String
    /// The models in the folder, by path.
    package var models: [String]

    package var description: String {
        let shown = models.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
        return
            "'\(folder)' contains \(models.count) models; specify one of them: \(shown)\(models.count > 5 ? ", …" : "")"
    }
}

extension ModelCompiler {
    /// Returns the models at specified paths, in their order.
    ///
    /// - Parameter diagnostics: Receives an error for each folder that contains no model.
    /// - Throws: `FileError` if a path does not exist.
    package static func namedModels(
        at paths: [String], into diagnostics: inout [LocatedDiagnostic]
    ) throws(FileError) -> [String] {
        for path in paths { try FileReader.requirePresence(at: path) }
        return paths.flatMap { models(at: $0, into: &diagnostics) }
    }

    /// Returns the model at a specified path: the path itself, or the only model in the folder.
    ///
    /// - Parameter diagnostics: Receives an error if the folder contains no model. The result is then nil.
    /// - Throws: `FileError` if the path does not exist, or ``SeveralModelsError``.
    package static func onlyModel(
        at path: String, into diagnostics: inout [LocatedDiagnostic]
    ) throws -> String? {
        let models = try namedModels(at: [path], into: &diagnostics)
        guard models.count <= 1 else { throw SeveralModelsError(folder: path, models: models) }
        return models.first
    }
}
