package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

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

    /// Creates a package as a whole: a closure fills a folder next to it, which then gets its name. A program that a
    /// signal ends removes the folder, one that is killed leaves only the folder, which is hidden, `.modelgen-…`, and a
    /// loss of power leaves no package without its contents.
    ///
    /// - Parameter fill: A closure that receives the path of the folder.
    /// - Throws: The error of the closure, or ``FileError`` if there is anything at the path, or the package cannot
    ///   be written. In these cases, no new entry remains. Errors about files in the folder name the package.
    package static func make(at path: String, _ fill: (_ folder: String) throws -> Void) throws {
        let fresh = TemporaryName.beside(path)
        do {
            try UnfinishedFiles.whileFilling(fresh) {
                try LocalFileSystem().createFolder(fresh)
                do {
                    try fill(fresh)
                    try synchronize(fresh)
                    // Fails if someone else has created the package meanwhile.
                    try UnfinishedFiles.finish { try LocalFileSystem().rename(fresh, to: path) }
                } catch {
                    // The first error matters more than one of the cleanup.
                    try? FileManager.default.removeItem(atPath: fresh)
                    throw error
                }
            }
        } catch let error as FileError {
            throw error.path.hasPrefix(fresh) ? error.of(path) : error
        }
        synchronizeFolder(SystemCall.folder(of: path))
    }

    /// Waits until the contents of a folder are on the medium.
    private static func synchronize(_ folder: String) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let path = "\(folder)/\(name)"
            switch FileKind(ofEntryAt: path) {
            case .folder: synchronizeFolder(path)
            case .regular:
                do throws(SystemError) {
                    try OpenFile(path, O_RDONLY | O_NOFOLLOW).synchronize()
                } catch {
                    throw error.fileError(path, "written")
                }
            default: break
            }
        }
        synchronizeFolder(folder)
    }

    /// Waits until the names in a folder are on the medium, if the file system can do so.
    private static func synchronizeFolder(_ path: String) { try? SystemCall.synchronizeFolder(path) }
}
