import Foundation
public import ModelDiagnostics
public import XCDataModel

/// The model versions that a command is about, each with what holds for it.
public struct ModelSelection: Sendable, Hashable {
    /// One version of a model.
    public struct Version: Sendable, Hashable {
        /// Where the version lies.
        public var source: ModelSource
        /// What holds for it.
        public var settings: ModelSettings
        /// The file of the bundle's current version, where this is another one.
        public var currentContentsPath: String?
    }

    /// Which versions of a bundle are meant.
    public enum Extent: Sendable, Hashable {
        /// The current version of a bundle that is named, every version of those found in a folder.
        case automatic
        /// Every version.
        case all
    }

    /// Each version once, in the order of the paths; of a folder, by path.
    public private(set) var versions: [Version] = []
    /// What was wrong on the way: paths that have no destination, bundles without a version.
    public private(set) var diagnostics: [LocatedDiagnostic] = []

    /// Finds the models at paths.
    ///
    /// - Throws: ``FileProblem`` if a configuration cannot be read from disk.
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
        return ModelBundle.open(path, into: &diagnostics).map { [$0.current] } ?? []
    }
}
