import ModelDiagnostics

/// A model with its versions, on disk or in a commit.
package struct VersionedModel: Sendable {
    /// The bundle, the version by itself or the file, as it is to be shown.
    package var path: String
    /// The name of the bundle, without its extension.
    package var name: String
    /// The versions that could be read, by name as people sort them.
    package private(set) var versions: [ModelVersion] = []
    /// The names of the versions that are there and could not be read.
    package private(set) var unreadableNames: Set<String> = []
    /// The name of the current version; nil if nothing says which it is.
    package var currentName: String?

    /// Reads the versions, on all cores.
    ///
    /// - Parameters:
    ///   - files: The files of all versions, by name as people sort them.
    ///   - diagnostics: Receives why versions cannot be read.
    mutating func read(_ files: [VersionFile], into diagnostics: inout [LocatedDiagnostic]) async {
        let outcomes = await ParallelReading.read(files)
        diagnostics += outcomes.flatMap(\.diagnostics)
        versions = outcomes.compactMap(\.version)
        unreadableNames = Set(zip(files, outcomes).filter { $1.version == nil }.map(\.0.versionName))
    }

    /// Whether there is a version with a name, which may be one that could not be read.
    package func hasVersion(named name: String) -> Bool {
        version(named: name) != nil || unreadableNames.contains(name)
    }

    /// The current version; nil if it is unknown or could not be read.
    package var current: ModelVersion? { currentName.flatMap(version) }

    /// The version with a name.
    package func version(named name: String) -> ModelVersion? { versions.first { $0.name == name } }

    /// The version before one, by name; nil for the first.
    package func version(before version: ModelVersion) -> ModelVersion? {
        guard let index = versions.firstIndex(where: { $0.name == version.name }), index > 0 else { return nil }
        return versions[index - 1]
    }

    /// The versions before one, by name, the nearest last.
    package func versions(before version: ModelVersion) -> ArraySlice<ModelVersion> {
        versions.prefix { $0.name != version.name }
    }
}
