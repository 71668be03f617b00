import Foundation

extension URL {
    /// The path as the file system knows it, without a slash at the end.
    var filePath: String {
        let path = standardizedFileURL.path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Whether there is something at this place; a link counts as what it leads to.
    var exists: Bool { FileManager.default.fileExists(atPath: filePath) }

    /// Whether there is a folder at this place, or a link to one.
    var isFolder: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: filePath, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Whether this place is a link to another.
    var isLink: Bool { (try? resourceValues(forKeys: [.isSymbolicLinkKey]))?.isSymbolicLink == true }

    /// The names of what is in the folder, sorted, without hidden ones; none where there is no folder.
    var visibleNames: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: filePath)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Whether this place is another one, or inside it.
    func isWithin(_ folder: URL) -> Bool {
        filePath == folder.filePath || filePath.hasPrefix(folder.filePath + "/")
    }

    /// Everything that is a file in the folder, at any depth, by path; the URL itself when it is a file.
    ///
    /// Links to folders are not followed, since they may lead in circles, and the tool does not follow them either.
    var filesWithin: [URL] {
        guard isFolder else { return exists ? [self] : [] }
        return visibleNames.map { appending(path: $0) }.filter { !$0.isFolder || !$0.isLink }.flatMap(\.filesWithin)
    }
}
