public import Foundation

/// Finds what a test reads beside its own sources.
public enum SourceTree {
    /// The folder that holds `Package.swift`.
    public static let root: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.pathComponents.count > 1 {
            let manifest = folder.appending(path: "Package.swift").path(percentEncoded: false)
            if FileManager.default.fileExists(atPath: manifest) { break }
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    /// A folder of the package.
    public static func folder(_ path: String) -> URL {
        root.appending(path: path, directoryHint: .isDirectory)
    }

    /// The folder of a target in `Sources`, which is on one of its floors or a floor of its own.
    public static func sources(of target: String) -> URL {
        let sources = folder("Sources")
        let onAFloor = folderNames(in: sources).map { name in
            sources.appending(path: "\(name)/\(target)", directoryHint: .isDirectory)
        }
        return onAFloor.first(where: isFolder) ?? sources.appending(path: target, directoryHint: .isDirectory)
    }

    /// A file of the package.
    public static func file(_ path: String) -> URL {
        root.appending(path: path, directoryHint: .notDirectory)
    }

    /// The names of the folders in a folder, sorted.
    public static func folderNames(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        return names.filter { isFolder(folder.appending(path: $0)) }.sorted()
    }

    /// The text of each file below a folder, by its path in the folder. Hidden files count; a folder that does not
    /// exist has none.
    public static func texts(below folder: URL) throws -> [String: String] {
        try texts(below: folder) { _ in true }
    }

    /// The text of each Swift file below a folder, by its path in the folder.
    public static func swiftTexts(below folder: URL) throws -> [String: String] {
        try texts(below: folder) { $0.hasSuffix(".swift") }
    }

    private static func texts(below folder: URL, where isWanted: (String) -> Bool) throws -> [String: String] {
        let path = folder.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        var texts: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) where isWanted(name) {
            let url = folder.appending(path: name)
            if !isFolder(url) { texts[name] = try String(contentsOf: url, encoding: .utf8) }
        }
        return texts
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: url.path(percentEncoded: false), isDirectory: &isFolder)
        return exists && isFolder.boolValue
    }
}
