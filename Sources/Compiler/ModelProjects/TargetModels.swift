import Foundation
public import ModelCompiler
import ModelConfiguration
import XCDataModel

/// The models of a package's target, as the build tool plugin finds them: the models in its folder, and the models that
/// a `modelgen.yml` there specifies.
public struct TargetModels: Sendable, Hashable {
    /// Models with the same configuration. They are compiled together to detect models that generate the same file.
    public struct Group: Sendable, Hashable {
        /// The absolute paths, sorted, each once.
        public var modelPaths: [String]
        /// The configuration; nil if there is none.
        public var configurationPath: String?
        /// Whether the configuration specifies the folder for generated files.
        public var namesOutput: Bool
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
    /// - Throws: ``ProjectFileError`` if a configuration cannot be read from disk.
    public init(in folder: String, except foreignFolders: [String], settings: inout ProjectSettings) throws {
        var configurations: [String: String] = [:]
        for path in Self.paths(in: folder, except: foreignFolders) {
            configurations[path] = settings.configurationPath(forModelAt: path) ?? ""
        }
        if let own = try settings.configuration(inFolder: folder), let ownPath = own.path {
            for path in own.models.flatMap(ModelBundle.paths(below:)) where configurations[path] == nil {
                configurations[path] = ownPath
            }
        }
        groups = try Dictionary(grouping: configurations.keys.sorted()) { configurations[$0] ?? "" }
            .sorted { $0.key < $1.key }
            .map { configurationPath, paths in
                let configuration = try configurationPath.isEmpty ? nil : settings.configuration(at: configurationPath)
                return Group(
                    modelPaths: paths, configurationPath: configuration?.path,
                    namesOutput: configuration?.namesOutput ?? false)
            }
    }

    private static func paths(in folder: String, except foreignFolders: [String]) -> [String] {
        let inner = foreignFolders.filter { $0.hasPrefix(folder + "/") }
        return ModelBundle.paths(below: folder).filter { path in
            path != folder && !inner.contains { path.hasPrefix($0 + "/") } && !isInPackage(path, within: folder)
        }
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
    fileprivate var namesOutput: Bool {
        generation.outputPath != nil || modelGeneration.values.contains { $0.outputPath != nil }
    }
}
