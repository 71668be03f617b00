package import Foundation

/// Folders that programs treat as one file, so that no other output belongs inside them.
package enum FilePackage {
    private static let modelExtensions: Set<String> = ["xcdatamodeld", "xcdatamodel", "momd", "xcmappingmodel"]

    /// Whether a folder has the name of a model.
    package static func isModel(_ folder: URL) -> Bool { modelExtensions.contains(folder.pathExtension) }

    /// Returns the innermost folder with the name of a model that is at an absolute path or contains it, also through
    /// links; nil if there is none.
    package static func model(containing path: String) -> String? {
        let url = URL(filePath: path).standardizedFileURL
        for start in [url, url.resolvingSymlinksInPath()] {
            var current = start
            while current.pathComponents.count > 1 {
                if isModel(current) { return current.path(percentEncoded: false).withoutSlashAtEnd }
                current.deleteLastPathComponent()
            }
        }
        return nil
    }
}

extension String {
    fileprivate var withoutSlashAtEnd: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
