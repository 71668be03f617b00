import ColumnEngine
import FileAccess
import Foundation

/// The paths of the files of a store, which are next to each other and named after the store's file.
struct StorePaths: Sendable, Hashable {
    let file: String

    /// The saves since the file was written.
    var journal: String { file + ".journal" }
    /// The history of the saves, if any.
    var history: String { file + ".history" }
    /// The folder of large binary values.
    var data: String { file + ".data" }
    /// The file that a writer locks.
    var lock: String { file + ".lock" }
    var folder: String { URL(filePath: file).deletingLastPathComponent().path(percentEncoded: false) }

    /// Throws an error if there is something else in the place of a store's file. Opens and creates nothing.
    ///
    /// - Throws: `StoreError`.
    func checkFiles() throws(StoreError) {
        for path in [file, journal, history, lock] {
            do throws(NotAFileError) {
                try NotAFileError.check(path)
            } catch {
                throw StoreError(.fileSystem, location: path, "the store cannot be opened: \(error)")
            }
        }
    }

    /// Throws an error if there is anything at the path of a new store, or at that of a journal or a history, next to
    /// which the store could not be opened.
    ///
    /// - Throws: `StoreError`.
    func checkAreUnused() throws(StoreError) {
        for path in [file, journal, history] where FileReader.itemExists(at: path) {
            throw StoreError(.fileSystem, location: path, "the file already exists; nothing was written")
        }
    }
}

enum StoreLocation {
    /// The destination of links, whether there is a file or not.
    static func resolvingLinks(_ url: URL) -> URL {
        var url = url.resolvingSymlinksInPath()
        // Foundation does not resolve a link whose target does not exist yet.
        for _ in 0..<32 {
            let path = url.path(percentEncoded: false)
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            url = URL(filePath: target, relativeTo: url.deletingLastPathComponent()).absoluteURL
                .resolvingSymlinksInPath()
        }
        return url
    }

    /// Creates the folder of a store if it does not exist.
    static func createFolder(of url: URL) throws {
        let folder = url.deletingLastPathComponent().path(percentEncoded: false)
        func refusal(_ reason: String) -> StoreError {
            StoreError(.fileSystem, location: folder, "the folder cannot be created: \(reason)")
        }
        do throws(SystemError) {
            // A save is only as durable as all the folders in which it is.
            try DurableFile.createFolder(folder, mode: 0o777)
        } catch {
            throw refusal("\(error)")
        }
        if let kind = FileKind(at: folder), kind != .folder { throw refusal(kind.reason) }
    }
}
