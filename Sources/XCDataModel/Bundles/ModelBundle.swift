import FileAccess
import Foundation
public import ModelDiagnostics

/// A data model on disk: an `.xcdatamodeld` bundle with its versions, a bare `.xcdatamodel`, or a `contents` file.
public struct ModelBundle: Sendable, Hashable {
    /// The path as it was asked for.
    public var path: String
    /// All versions, by name as people sort them. Not empty.
    public var versions: [ModelSource]
    /// The version that code is generated for.
    public var current: ModelSource

    /// Opens the model at a path.
    ///
    /// Source: a bundle names its current version in the property list `.xccurrentversion`; one with a single
    /// version may lack it (rule MOD-24). Of several versions without a current one, the first by name is taken.
    ///
    /// - Parameter diagnostics: Receives errors and warnings, anchored to the path.
    /// - Returns: The bundle, or nil when there is no model at the path.
    public static func open(_ path: String, into diagnostics: inout [LocatedDiagnostic]) -> ModelBundle? {
        let opener = BundleOpener(path: path)
        let bundle = opener.open()
        diagnostics += opener.diagnostics
        return bundle
    }

    /// The current version of the model at a path, without the others.
    ///
    /// - Parameter diagnostics: Receives what ``open(_:into:)`` reports, in another order.
    public static func currentVersion(at path: String, into diagnostics: inout [LocatedDiagnostic]) -> ModelSource? {
        let opener = BundleOpener(path: path, sortsVersions: false)
        let bundle = opener.open()
        diagnostics += opener.diagnostics
        return bundle?.current
    }

    /// Every version of the model at a path, by name as people sort them.
    ///
    /// Unlike ``open(_:into:)``, this gives the versions of a bundle that does not say which of them is current.
    ///
    /// - Parameter diagnostics: Receives the same errors.
    public static func versions(at path: String, into diagnostics: inout [LocatedDiagnostic]) -> [ModelSource] {
        let opener = BundleOpener(path: path)
        let versions = opener.versions()
        diagnostics += opener.diagnostics
        return versions
    }
}

extension ModelBundle {
    /// The paths of the models at a path: the path itself when it is a model, else every model below the folder.
    ///
    /// Folders are searched in depth and in the order of their names; nothing inside a model is searched, hidden folders
    /// are not, and links are not followed: they may lead in circles. A link to a model is one. A path that has no destination is returned as it is, for ``open(_:into:)`` to
    /// report.
    public static func paths(below path: String) -> [String] {
        let url = URL(filePath: path)
        var isFolder: ObjCBool = false
        guard !isModel(url), FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
        else { return [path] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().flatMap { name -> [String] in
            let child = url.appending(path: name, directoryHint: .notDirectory)
            let values = try? child.resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
            let isLink = values?.isSymbolicLink == true
            guard isLink ? isModel(child) : values?.isDirectory == true else { return [] }
            return paths(below: child.path(percentEncoded: false))
        }
    }

    private static func isModel(_ url: URL) -> Bool { ["xcdatamodeld", "xcdatamodel"].contains(url.pathExtension) }
}

private final class BundleOpener {
    let path: String
    private(set) var diagnostics: [LocatedDiagnostic] = []
    private let url: URL
    /// Whether anybody will see the versions one after the other.
    private let sortsVersions: Bool
    /// The name of the current version; nil if there is only one, or where nothing says which it is.
    private var currentName: String?
    /// Whether the bundle has versions and none of them is known to be the current one.
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
        return hasUnknownCurrent ? nil : ModelBundle(path: path, versions: versions, current: current)
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
            return version(named: name, at: folderPath).map { [$0] } ?? []
        default:
            report(.notABundle(), at: path)
            return []
        }
    }

    /// A link that has no destination is there, and so is a folder that the user may not look into.
    private var missingOrUnreadable: Diagnostic {
        guard FileReader.isAnything(at: path) else { return .missing() }
        do {
            _ = try FileReader.contents(of: path)
            return .missing()
        } catch {
            return .unreadable(error)
        }
    }

    private func contentsFile() -> ModelSource {
        let folder = url.deletingLastPathComponent()
        let name = folder.pathExtension == "xcdatamodel" ? folder : url
        return ModelSource(
            modelName: name.deletingPathExtension().lastPathComponent,
            versionName: name.deletingPathExtension().lastPathComponent, contentsPath: path)
    }

    /// The path without a slash at its end.
    private var folderPath: String { path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }

    // Bundles have hundreds of versions, and for most of them it is enough that they are there: hence no URLs.
    private func version(named name: String, at folder: String) -> ModelSource? {
        let contents = folder + "/contents"
        // A link counts wherever it leads: reading it says what is wrong with it.
        guard FileReader.isAnything(at: contents) else {
            let isBinary = FileReader.isAnything(at: folder + "/elements")
            report(isBinary ? .binaryFormat() : .noContents(), at: folder + "/")
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
            report(.noVersions(), at: path)
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
            var source = version(named: versionName, at: "\(folderPath)/\(folder)")
            source?.modelName = modelName
            // A version that is not the current one does not stand in the way.
            if folder != currentFolder {
                for index in problemCount..<diagnostics.count { diagnostics[index].severity = .warning }
            }
            return source
        }
    }

    private static let versionSuffix = ".xcdatamodel"

    /// The names of versions as people sort them.
    private static func sorted(_ folders: [String]) -> [String] {
        // Without the extension, or "Shop 2" comes before "Shop".
        VersionOrder.sorted(folders) { $0.dropLast(versionSuffix.count) }
    }

    private func currentVersionName(among folders: [String]) -> String? {
        let listURL = url.appending(path: ".xccurrentversion", directoryHint: .notDirectory)
        let listPath = listURL.path(percentEncoded: false)
        var named: String?
        if FileReader.isAnything(at: listPath) {
            do {
                named = try CurrentVersion.name(in: FileReader.contents(of: listPath, maximumSizeBytes: 1 << 20))
            } catch let failure as XMLFailure {
                report(.currentVersionMalformed(failure.message), at: listPath)
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

/// One model version on disk: the `contents` file to read, and what the model is called.
public struct ModelSource: Sendable, Hashable {
    /// The bundle's name, without its extension; of a bare version, the version's.
    public var modelName: String
    /// The name of the version's folder, without its extension.
    public var versionName: String
    /// The path of the `contents` file.
    public var contentsPath: String

    /// A version by the path of its file. Nothing is looked at.
    public init(modelName: String, versionName: String, contentsPath: String) {
        self.modelName = modelName
        self.versionName = versionName
        self.contentsPath = contentsPath
    }
}

/// The order in which people name the versions of a model: `Shop`, `Shop 2`, `Shop 10`.
package enum VersionOrder {
    /// Items by the names of their versions.
    package static func sorted<Item>(_ items: [Item], by name: (Item) -> some StringProtocol) -> [Item] {
        items.sorted { left, right in
            name(left).compare(name(right), options: [.numeric, .caseInsensitive]) == .orderedAscending
        }
    }
}
