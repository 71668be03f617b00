import Foundation
public import ModelCompiler
import ModelConfiguration
public import ModelDiagnostics
import XCDataModel

/// The models of a package's target, as the build tool plugin finds them: the models in its folder, and the models that
/// a `modelgen.yml` there specifies.
///
/// ```swift
/// var settings = ProjectSettings(workingDirectory: package)
/// var diagnostics: [LocatedDiagnostic] = []
/// let target = try TargetModels(
///     in: "\(package)/Sources/App", excluding: [], settings: &settings, into: &diagnostics)
/// for group in target.groups { print(group.configurationPath ?? "by default", group.modelPaths) }
/// ```
public struct TargetModels: Sendable, Hashable {
    /// Models with the same configuration. They are compiled together to detect models that generate the same file.
    public struct Group: Sendable, Hashable {
        /// The absolute paths, sorted, each once.
        public var modelPaths: [String]
        /// The configuration; nil if there is none.
        public var configurationPath: String?
        /// Whether the configuration specifies the folder for generated files.
        public var specifiesOutput: Bool
    }

    /// The groups, in the order of their configurations' paths, after the group without a configuration. No group is
    /// empty.
    public let groups: [Group]

    /// Finds the models of a target.
    ///
    /// - Parameters:
    ///   - folder: The absolute path of the target's folder, without a slash at the end. The search skips packages
    ///     inside it.
    ///   - foreignFolders: The absolute paths of other targets' folders, whose models do not belong to this target.
    ///   - settings: The settings that read the configurations and collect their problems.
    ///   - diagnostics: Receives an error for each folder that cannot be searched.
    /// - Throws: ``ProjectFileError`` if a configuration cannot be read from disk.
    public init(
        in folder: String, excluding foreignFolders: [String], settings: inout ProjectSettings,
        into diagnostics: inout [LocatedDiagnostic]
    ) throws {
        var configurations: [String: String] = [:]
        var problems: [LocatedDiagnostic] = []
        for path in Self.paths(in: folder, excluding: foreignFolders, into: &problems) {
            configurations[path] = settings.configurationPath(forModelAt: path) ?? ""
        }
        if let own = try settings.configuration(inFolder: folder), let ownPath = own.path {
            for path in own.models.flatMap({ ModelBundle.paths(below: $0, into: &problems) })
            where configurations[path] == nil {
                configurations[path] = ownPath
            }
        }
        // The files of models that are overlooked would be removed.
        for index in problems.indices { problems[index].severity = .error }
        diagnostics += problems
        groups = try Dictionary(grouping: configurations.keys.sorted()) { configurations[$0] ?? "" }
            .sorted { $0.key < $1.key }
            .map { configurationPath, paths in
                let configuration = try configurationPath.isEmpty ? nil : settings.configuration(at: configurationPath)
                return Group(
                    modelPaths: paths, configurationPath: configuration?.path,
                    specifiesOutput: configuration?.specifiesOutput ?? false)
            }
    }

    private static func paths(
        in folder: String, excluding foreignFolders: [String], into diagnostics: inout [LocatedDiagnostic]
    ) -> [String] {
        let inner = foreignFolders.filter { $0.hasPrefix(folder + "/") }
        func isForeign(_ path: String) -> Bool {
            inner.contains { path == $0 || path.hasPrefix($0 + "/") } || isInPackage(path, within: folder)
        }
        var found: [LocatedDiagnostic] = []
        let paths = ModelBundle.paths(below: folder, into: &found)
        diagnostics += found.filter { !isForeign($0.position.file) }
        return paths.filter { $0 != folder && !isForeign($0) }
    }

    /// Whether a folder between a model and its target's folder is a separate package.
    private static func isInPackage(_ path: String, within folder: String) -> Bool {
        let depth = URL(filePath: folder).pathComponents.count
        return sequence(first: URL(filePath: path)) { $0.deletingLastPathComponent() }
            .dropFirst()
            .prefix { $0.pathComponents.count > depth }
            .contains { place in
                let manifest = place.appending(path: "Package.swift", directoryHint: .notDirectory)
                return FileManager.default.fileExists(atPath: manifest.path(percentEncoded: false))
            }
    }
}

extension ProjectConfiguration {
    fileprivate var specifiesOutput: Bool {
        generation.outputPath != nil || modelGeneration.values.contains { $0.outputPath != nil }
    }
}
