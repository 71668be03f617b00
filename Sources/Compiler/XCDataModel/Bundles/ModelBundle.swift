import FileAccess
import Foundation
public import ModelDiagnostics

/// A data model on disk: an `.xcdatamodeld` bundle with its versions, a bare `.xcdatamodel`, or a `contents` file.
///
/// ```swift
/// var diagnostics: [LocatedDiagnostic] = []
/// if let bundle = ModelBundle.open(path, into: &diagnostics) {
///     for version in bundle.versions {
///         print(version.versionName, version == bundle.currentVersion ? "is current" : "")
///     }
/// }
/// ```
public struct ModelBundle: Sendable, Hashable {
    /// The path, as requested.
    public var path: String
    /// All versions, by name in natural order. Not empty.
    public var versions: [ModelSource]
    /// The version to generate code for.
    public var currentVersion: ModelSource

    /// Opens the model at a path.
    ///
    /// Source: a bundle names its current version in the property list `.xccurrentversion`; one with a single version
    /// can lack it (rule MOD-24). If several versions lack it, the first by name is the current version.
    ///
    /// - Parameter diagnostics: Receives errors and warnings about the path.
    /// - Returns: The bundle, or nil if there is no model at the path.
    public static func open(_ path: String, into diagnostics: inout [LocatedDiagnostic]) -> ModelBundle? {
        let opener = BundleOpener(path: path)
        let bundle = opener.open()
        diagnostics += opener.diagnostics
        return bundle
    }

    /// Returns the current version of the model at a path, without the other versions.
    ///
    /// - Parameter diagnostics: Receives the diagnostics of ``open(_:into:)``, in a different order.
    public static func currentVersion(at path: String, into diagnostics: inout [LocatedDiagnostic]) -> ModelSource? {
        let opener = BundleOpener(path: path, sortsVersions: false)
        let bundle = opener.open()
        diagnostics += opener.diagnostics
        return bundle?.currentVersion
    }

    /// Returns every version of the model at a path, by name in natural order.
    ///
    /// Unlike ``open(_:into:)``, the method also returns the versions of a bundle without a current version.
    ///
    /// - Parameter diagnostics: Receives the same errors.
    public static func versions(at path: String, into diagnostics: inout [LocatedDiagnostic]) -> [ModelSource] {
        let opener = BundleOpener(path: path)
        let versions = opener.versions()
        diagnostics += opener.diagnostics
        return versions
    }

    /// Returns the paths of the models at a path: the path itself if it is a model, otherwise every model below the
    /// folder.
    ///
    /// The search is depth-first in the order of names. It skips the contents of models and hidden folders, and does
    /// not follow links, which can form cycles. A link to a model counts as a model. If the path does not exist, the
    /// result contains it, so that ``open(_:into:)`` reports it.
    public static func paths(below path: String) -> [String] {
        var reportedElsewhere: [LocatedDiagnostic] = []
        return paths(below: path, into: &reportedElsewhere)
    }

    /// Returns the paths of the models at a path, like ``paths(below:)``.
    ///
    /// - Parameter diagnostics: Receives an error if the folder cannot be searched, and a warning for each folder in it
    ///   that cannot, because models in it would be overlooked.
    package static func paths(below path: String, into diagnostics: inout [LocatedDiagnostic]) -> [String] {
        var isFolder: ObjCBool = false
        guard !isModel(URL(filePath: path).lastPathComponent),
            FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
        else { return [path] }
        return search.paths(below: path, into: &diagnostics)
    }

    /// Opening a model that cannot be examined reports the reason.
    private static var search: FolderSearch {
        FolderSearch(for: "models", hint: "allow reading it, or specify the models themselves") { name, kind in
            isModel(name) ? (kind == .other ? .skip : .include) : .enter
        }
    }

    private static func isModel(_ name: String) -> Bool {
        name.hasSuffix(".xcdatamodeld") || name.hasSuffix(".xcdatamodel")
    }
}

private final class BundleOpener {
    let path: String
    private(set) var diagnostics: [LocatedDiagnostic] = []
    private let url: URL
    /// Whether the caller needs sorted versions.
    private let sortsVersions: Bool
    /// The name of the current version; nil if there is only one, or if it is unknown.
    private var currentName: String?
    /// Whether the bundle has versions, but its current version is unknown.
    private var hasUnknownCurrent = false

    init(path: String, sortsVersions: Bool = true) {
        self.path = path
        self.sortsVersions = sortsVersions
        url = URL(filePath: path)
    }

    func open() -> ModelBundle? {
        let versions = versions()
        guard let current = versions.first(where: { currentName == nil || $0.versionName == currentName }) else {
            return nil
        }
        return hasUnknownCurrent ? nil : ModelBundle(path: path, versions: versions, currentVersion: current)
    }

    func versions() -> [ModelSource] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            report(missingOrUnreadable, at: path)
            return []
        }
        guard isFolder.boolValue else { return [contentsFile()] }
        switch url.pathExtension {
        case "xcdatamodeld": return bundleVersions()
        case "xcdatamodel":
            let name = url.deletingPathExtension().lastPathComponent
            return version(named: name, at: path.withoutSlashAtEnd).map { [$0] } ?? []
        default:
            report(.notABundle, at: path)
            return []
        }
    }

    /// The diagnostic for a missing or unreadable path. A link without a destination, a folder without permission, and
    /// what is in such a folder are not missing.
    private var missingOrUnreadable: Diagnostic {
        guard isPresent(path) else { return .missing }
        do {
            _ = try FileReader.contents(of: path)
            return .missing
        } catch {
            return .unreadable(error)
        }
    }

    /// Whether there is something at a path, or its folder cannot be searched.
    private func isPresent(_ path: String) -> Bool { (try? FileReader.requirePresence(at: path)) != nil }

    private func contentsFile() -> ModelSource {
        let folder = url.deletingLastPathComponent()
        let name = folder.pathExtension == "xcdatamodel" ? folder : url
        return ModelSource(
            modelName: name.deletingPathExtension().lastPathComponent,
            versionName: name.deletingPathExtension().lastPathComponent, contentsPath: path)
    }

    // For speed, without URLs: bundles can have hundreds of versions, and most of them only need to exist.
    private func version(named name: String, at folder: String) -> ModelSource? {
        let contents = folder + "/contents"
        // A link counts, regardless of its destination, and so does a closed folder: reading reports problems.
        guard isPresent(contents) else {
            let isBinary = FileReader.itemExists(at: folder + "/elements")
            report(isBinary ? .binaryFormat : .noContents, at: folder + "/")
            return nil
        }
        return ModelSource(modelName: name, versionName: name, contentsPath: contents)
    }

    private func bundleVersions() -> [ModelSource] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            report(.unreadable(error), at: path)
            return []
        }
        var folders = names.filter { $0.hasSuffix(Self.versionSuffix) }
        guard !folders.isEmpty else {
            report(.noVersions, at: path)
            return []
        }
        if sortsVersions { folders = Self.sorted(folders) }
        let currentFolder = currentVersionName(among: folders)
        currentName = currentFolder.map { String($0.dropLast(Self.versionSuffix.count)) }
        hasUnknownCurrent = currentFolder == nil
        let modelName = url.deletingPathExtension().lastPathComponent
        return folders.compactMap { folder in
            let problemCount = diagnostics.count
            let versionName = String(folder.dropLast(Self.versionSuffix.count))
            var source = version(named: versionName, at: "\(path.withoutSlashAtEnd)/\(folder)")
            source?.modelName = modelName
            // A version other than the current one does not prevent opening the bundle.
            if folder != currentFolder {
                for index in problemCount..<diagnostics.count { diagnostics[index].severity = .warning }
            }
            return source
        }
    }

    private static let versionSuffix = ".xcdatamodel"

    /// Returns the names of versions in natural order.
    private static func sorted(_ folders: [String]) -> [String] {
        // Without the extension. Otherwise "Shop 2" would come before "Shop".
        VersionOrder.sorted(folders) { $0.dropLast(versionSuffix.count) }
    }

    private func currentVersionName(among folders: [String]) -> String? {
        let listURL = url.appending(path: ".xccurrentversion", directoryHint: .notDirectory)
        let listPath = listURL.path(percentEncoded: false)
        var named: String?
        if isPresent(listPath) {
            do {
                named = try CurrentVersion.name(
                    in: FileReader.contents(of: listPath, maximumSizeBytes: CurrentVersion.maximumSizeBytes))
            } catch let error as XMLError {
                report(.currentVersionMalformed(error.message), at: listPath)
                return nil
            } catch {
                report(.unreadable(error), at: listPath)
                return nil
            }
        }
        if let named {
            guard folders.contains(named) else {
                report(.currentVersionUnknown(named, known: Self.sorted(folders)), at: listPath)
                return nil
            }
            return named
        }
        let first = Self.sorted(folders).first
        if folders.count > 1, let first {
            report(.currentVersionMissing(count: folders.count, assumed: first), at: path)
        }
        return first
    }

    private func report(_ diagnostic: Diagnostic, at path: String) {
        diagnostics.append(LocatedDiagnostic(diagnostic, file: path) { _ in nil })
    }
}

/// A model version on disk: its `contents` file and its names.
///
/// ```swift
/// let source = bundle.currentVersion
/// let bytes = try Array(Data(contentsOf: URL(filePath: source.contentsPath)))
/// ```
public struct ModelSource: Sendable, Hashable {
    /// The name of the bundle without its extension, or of a version without a bundle.
    public var modelName: String
    /// The name of the version's folder, without its extension.
    public var versionName: String
    /// The path of the `contents` file.
    public var contentsPath: String

    /// Creates a version for a path, without accessing the file.
    public init(modelName: String, versionName: String, contentsPath: String) {
        self.modelName = modelName
        self.versionName = versionName
        self.contentsPath = contentsPath
    }
}

/// The natural order of version names: `Shop`, `Shop 2`, `Shop 10`.
package enum VersionOrder {
    /// Returns items sorted by the names of their versions.
    ///
    /// Names that differ only in case, or in zeros before a number, are sorted by their bytes. Otherwise, their order
    /// would be that of entries in a folder, which differs between machines.
    package static func sorted<Item>(_ items: [Item], by name: (Item) -> some StringProtocol) -> [Item] {
        items.sorted { left, right in
            switch name(left).compare(name(right), options: [.numeric, .caseInsensitive]) {
            case .orderedAscending: true
            case .orderedDescending: false
            case .orderedSame: name(left).utf8.lexicographicallyPrecedes(name(right).utf8)
            }
        }
    }
}
