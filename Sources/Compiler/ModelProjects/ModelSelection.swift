import Foundation
public import ModelCompiler
public import ModelDiagnostics
public import XCDataModel

/// The model versions for a command, each with its settings.
///
/// ```swift
/// var settings = ProjectSettings(workingDirectory: folder)
/// let selection = try ModelSelection([path], extent: .all, settings: &settings)
/// for version in selection.versions { print(version.source.modelName, version.source.versionName) }
/// ```
public struct ModelSelection: Sendable, Hashable {
    /// One version of a model.
    public struct Version: Sendable, Hashable {
        /// The files of the version.
        public var source: ModelSource
        /// The settings for the version.
        public var settings: ModelSettings
        /// The file of the bundle's current version, if it is a different version.
        public var currentContentsPath: String?
    }

    /// The versions of a bundle to select.
    public enum Extent: Sendable, Hashable {
        /// The current version of a specified bundle, and every version of bundles in a folder.
        case automatic
        /// Every version.
        case all
    }

    /// The versions, each once, in the order of the specified paths. The versions in a folder are sorted by path.
    public private(set) var versions: [Version] = []
    /// The problems of the search, such as links without a destination and bundles without a version.
    public private(set) var diagnostics: [LocatedDiagnostic] = []

    /// Finds the models at paths.
    ///
    /// - Throws: ``ProjectFileError`` if a configuration cannot be read from disk.
    public init(_ paths: [String], extent: Extent = .automatic, settings: inout ProjectSettings) throws {
        var seenModels: Set<String> = []
        var seenVersions: Set<String> = []
        for path in paths {
            let models = ModelCompiler.models(at: path, into: &diagnostics)
            for model in models where seenModels.insert(model).inserted {
                let modelSettings = try settings.settings(forModelAt: model)
                let isNamed = models == [path]
                let found = sources(at: model, all: extent == .all || !isNamed)
                let current = found.count > 1 ? Self.currentContentsPath(at: model) : nil
                for source in found where seenVersions.insert(source.contentsPath).inserted {
                    versions.append(
                        Version(
                            source: source, settings: modelSettings,
                            currentContentsPath: source.contentsPath == current ? nil : current))
                }
            }
        }
    }

    private static func currentContentsPath(at model: String) -> String? {
        var reportedElsewhere: [LocatedDiagnostic] = []
        return ModelBundle.currentVersion(at: model, into: &reportedElsewhere)?.contentsPath
    }

    private mutating func sources(at path: String, all: Bool) -> [ModelSource] {
        guard !all else { return ModelBundle.versions(at: path, into: &diagnostics) }
        return ModelBundle.open(path, into: &diagnostics).map { [$0.currentVersion] } ?? []
    }
}
