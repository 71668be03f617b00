package import FileAccess
package import ModelDiagnostics

/// A folder was named where one model is meant, and it holds several.
package struct SeveralModels: Error, Sendable, Hashable, CustomStringConvertible {
    /// The folder.
    package var folder: String
    /// The models in it, by path.
    package var models: [String]

    package var description: String {
        let shown = models.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
        return
            "'\(folder)' contains \(models.count) models; specify one of them: \(shown)\(models.count > 5 ? ", …" : "")"
    }
}

extension ModelCompiler {
    /// The models at paths that someone has named, in that order.
    ///
    /// - Parameter diagnostics: Receives an error for each folder that holds no model.
    /// - Throws: `FileFailure` for a path at which there is nothing.
    package static func namedModels(
        at paths: [String], into diagnostics: inout [LocatedDiagnostic]
    ) throws(FileFailure) -> [String] {
        for path in paths { try FileReader.requirePresence(at: path) }
        return paths.flatMap { models(at: $0, into: &diagnostics) }
    }

    /// The model at a path that someone has named: the path itself, or the only model in the folder.
    ///
    /// - Parameter diagnostics: Receives an error for a folder that holds no model; the result is nil then.
    /// - Throws: `FileFailure` for a path at which there is nothing, ``SeveralModels``.
    package static func onlyModel(
        at path: String, into diagnostics: inout [LocatedDiagnostic]
    ) throws -> String? {
        let models = try namedModels(at: [path], into: &diagnostics)
        guard models.count <= 1 else { throw SeveralModels(folder: path, models: models) }
        return models.first
    }
}
