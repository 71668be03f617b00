import Foundation
import ModelCompiler
package import ModelDiagnostics
import XCDataModel

/// Models in files and folders.
package struct DiskModels: Sendable {
    private let isLenient: Bool

    /// Creates a reader.
    ///
    /// - Parameter isLenient: Whether a bundle without a current version causes only a warning, because its versions
    ///   can still be compared.
    package init(isLenient: Bool = true) { self.isLenient = isLenient }

    /// Returns all versions of the models at paths: bundles, versions, `contents` files, or folders to search.
    ///
    /// A path can also be that of a compiled model, or of a folder without other models, such as an app.
    ///
    /// - Parameter diagnostics: Receives an error if there is no model, and the errors of unreadable versions.
    package func models(at paths: [String], into diagnostics: inout [LocatedDiagnostic]) -> [VersionedModel] {
        var models: [VersionedModel] = []
        for path in paths {
            if let compiled = CompiledVersions(at: path) {
                models.append(model(compiled, into: &diagnostics))
                continue
            }
            let earlierCount = diagnostics.count
            let modelPaths = ModelCompiler.models(at: path, into: &diagnostics)
            var compiledPaths: [String] = []
            if modelPaths.isEmpty {
                // The search enters the same folders, so it is the only one that needs to report them.
                var found: [LocatedDiagnostic] = []
                compiledPaths = CompiledVersions.paths(below: path, into: &found)
                if !compiledPaths.isEmpty { diagnostics.replaceSubrange(earlierCount..., with: found) }
            }
            if !isLenient {
                // A model that is overlooked must not pass a check.
                for index in earlierCount..<diagnostics.count { diagnostics[index].severity = .error }
            }
            for modelPath in modelPaths {
                if let model = model(at: modelPath, into: &diagnostics) { models.append(model) }
            }
            for compiled in compiledPaths.compactMap({ CompiledVersions(at: $0) }) {
                models.append(model(compiled, into: &diagnostics))
            }
        }
        return models
    }

    /// Returns the readable versions of a bundle, or of the bundle that contains a version, by name in natural order.
    ///
    /// - Parameter diagnostics: Receives the errors of unreadable versions.
    package func versions(ofBundleAround path: String, into diagnostics: inout [LocatedDiagnostic]) -> [ModelVersion] {
        var url = URL(filePath: path).standardizedFileURL
        while url.pathExtension != "xcdatamodeld", url.pathComponents.count > 1 { url.deleteLastPathComponent() }
        let bundle = url.pathExtension == "xcdatamodeld" ? url.path(percentEncoded: false) : path
        return model(at: bundle, into: &diagnostics)?.versions ?? []
    }

    private func model(_ compiled: CompiledVersions, into diagnostics: inout [LocatedDiagnostic]) -> VersionedModel {
        var model = VersionedModel(path: compiled.path, name: compiled.name)
        model.read(compiled, into: &diagnostics)
        return model
    }

    private func model(at path: String, into diagnostics: inout [LocatedDiagnostic]) -> VersionedModel? {
        let problemCount = diagnostics.count
        let sources = ModelBundle.versions(at: path, into: &diagnostics)
        guard let first = sources.first else { return nil }
        var alreadyTold: [LocatedDiagnostic] = []
        let current = ModelBundle.currentVersion(at: path, into: &alreadyTold)
        if isLenient {
            for index in problemCount..<diagnostics.count { diagnostics[index].severity = .warning }
        }
        var model = VersionedModel(path: path, name: first.modelName, currentName: current?.versionName)
        model.read(sources.map(ModelFile.init(onDisk:)), into: &diagnostics)
        return model
    }
}
