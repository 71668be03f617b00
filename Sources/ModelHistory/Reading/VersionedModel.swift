/// A model with the versions that could be read, on disk or in a commit.
package struct VersionedModel: Sendable {
    /// The bundle, the version by itself or the file, as it is to be shown.
    package var path: String
    /// The name of the bundle, without its extension.
    package var name: String
    /// The versions, by name as people sort them.
    package var versions: [ModelVersion]
    /// The name of the current version; nil where nothing says which it is.
    package var currentName: String?

    /// The current version; nil where it is unknown or could not be read.
    package var current: ModelVersion? {
        currentName.flatMap(version)
    }

    /// The version with a name.
    package func version(named name: String) -> ModelVersion? {
        versions.first { $0.name == name }
    }

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
