import FileAccess
import Foundation

/// Finds the `modelgen.yml` for a model.
///
/// ```swift
/// let search = ConfigurationSearch(workingDirectory: folder)
/// if let path = search.path(forModelAt: "\(folder)/Models/Shop.xcdatamodeld") {
///     found.append(path)
/// }
/// ```
public struct ConfigurationSearch: Sendable {
    private let workingDirectory: String

    /// - Parameter workingDirectory: The working directory of the tool, as an absolute path.
    public init(workingDirectory: String) { self.workingDirectory = workingDirectory }

    /// Returns the path of the file for a model; nil if there is none.
    ///
    /// The file is next to the model or in a parent folder. The search ends at the root of the package: a folder with
    /// `Package.swift` or `.git`. Without such a root, it ends at the working directory, or stays in the model's folder
    /// if the model is outside the working directory. So a file that is above a model by chance has no effect.
    public func path(forModelAt modelPath: String) -> String? {
        let model = URL(filePath: modelPath).standardizedFileURL
        var folders: [URL] = []
        var folder = model.deletingLastPathComponent()
        while !["xcdatamodel", "xcdatamodeld"].allSatisfy({ $0 != folder.pathExtension }) {
            folder = folder.deletingLastPathComponent()
        }
        while true {
            folders.append(folder)
            if isRoot(folder) { break }
            let parent = folder.deletingLastPathComponent().standardizedFileURL
            guard parent.pathComponents.count < folder.pathComponents.count else {
                folders = Array(folders.prefix(through: workingDirectory) ?? folders.prefix(1))
                break
            }
            folder = parent
        }
        // A link to a missing file counts as a configuration that cannot be read.
        return folders.lazy.map { self.path(in: $0) }.first { FileReader.itemExists(at: $0) }
    }

    /// The path of the file in the working directory; nil if there is none.
    public func pathInWorkingDirectory() -> String? {
        let path = path(in: URL(filePath: workingDirectory, directoryHint: .isDirectory))
        return FileReader.itemExists(at: path) ? path : nil
    }

    private func path(in folder: URL) -> String {
        folder.appending(path: ProjectConfiguration.fileName, directoryHint: .notDirectory).path(percentEncoded: false)
    }

    private func isRoot(_ folder: URL) -> Bool {
        ["Package.swift", ".git"].contains {
            FileManager.default.fileExists(atPath: folder.appending(path: $0).path(percentEncoded: false))
        }
    }
}

extension [URL] {
    /// The folders up to and including a folder; nil if it is not one of them.
    fileprivate func prefix(through path: String) -> ArraySlice<URL>? {
        let components = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL.pathComponents
        return firstIndex { $0.pathComponents == components }.map { self[...$0] }
    }
}
