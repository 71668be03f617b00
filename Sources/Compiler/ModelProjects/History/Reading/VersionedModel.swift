import CompiledModels
import FileAccess
import ModelCompiler
import ModelDiagnostics
import XCDataModel

/// A model with its versions, on disk or in a commit.
package struct VersionedModel: Sendable {
    /// The path of the bundle, version, or file for output.
    package var path: String
    /// The name of the bundle, without its extension.
    package var name: String
    /// The readable versions, by name in natural order.
    package private(set) var versions: [ModelVersion] = []
    /// The names of the unreadable versions.
    package private(set) var unreadableNames: Set<String> = []
    /// The name of the current version; nil if it is unknown.
    package var currentName: String?

    /// Reads the versions on all cores.
    ///
    /// - Parameters:
    ///   - files: The files of all versions, by name in natural order.
    ///   - diagnostics: Receives the errors of reading versions.
    mutating func read(_ files: [ModelFile], into diagnostics: inout [LocatedDiagnostic]) {
        let results = ParallelWork.map(files) { file in
            var found: [LocatedDiagnostic] = []
            let document = file.document(into: &found)
            return (document: document, diagnostics: found)
        }
        // `modelgen validate` reports other problems.
        diagnostics += results.flatMap(\.diagnostics).filter { $0.severity == .error }
        for (source, result) in zip(files.map(\.source), results) {
            if let document = result.document {
                versions.append(
                    ModelVersion(name: source.versionName, file: source.contentsPath, document: document))
            } else {
                unreadableNames.insert(source.versionName)
            }
        }
    }

    /// Takes over the versions of a compiled model.
    ///
    /// - Parameter diagnostics: Receives the errors of reading versions.
    mutating func read(_ compiled: CompiledVersions, into diagnostics: inout [LocatedDiagnostic]) {
        let read = compiled.read(into: &diagnostics)
        versions = read.versions.map { version in
            ModelVersion(
                name: version.name, file: version.file, document: ModelDocument(version.model.model), isCompiled: true)
        }
        unreadableNames = read.unreadableNames
        currentName = read.currentName
    }

    /// Whether there is a readable or unreadable version with a name.
    package func hasVersion(named name: String) -> Bool {
        version(named: name) != nil || unreadableNames.contains(name)
    }

    /// The current version; nil if it is unknown or unreadable.
    package var currentVersion: ModelVersion? { currentName.flatMap(version) }

    /// Returns the version with a name.
    package func version(named name: String) -> ModelVersion? { versions.first { $0.name == name } }

    /// Returns the version before another one, by name; nil for the first version.
    package func version(before version: ModelVersion) -> ModelVersion? {
        guard let index = versions.firstIndex(where: { $0.name == version.name }), index > 0 else { return nil }
        return versions[index - 1]
    }

    /// Returns the versions before another one, by name, with the nearest one last.
    package func versions(before version: ModelVersion) -> ArraySlice<ModelVersion> {
        versions.prefix { $0.name != version.name }
    }
}
