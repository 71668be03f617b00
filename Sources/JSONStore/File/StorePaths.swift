import Foundation

/// Where the files of a store are: next to each other, named after the store's file.
struct StorePaths: Sendable, Hashable {
    /// The store's file.
    let file: String

    /// What was saved since the file was written.
    var journal: String { file + ".journal" }
    /// What each save did, where that is kept.
    var history: String { file + ".history" }
    /// The folder of large binary values.
    var data: String { file + ".data" }
    /// What a writer holds.
    var lock: String { file + ".lock" }
    var folder: String { URL(filePath: file).deletingLastPathComponent().path(percentEncoded: false) }

    /// Refuses a store in the place of whose files there is something else. Nothing is opened or made.
    ///
    /// - Throws: ``JSONStoreError``.
    func checkFiles() throws(JSONStoreError) {
        for path in [file, journal, history, lock] {
            do throws(NotAFile) {
                try NotAFile.check(path)
            } catch {
                throw JSONStoreError(.fileSystem, path: path, "the store cannot be opened: \(error)")
            }
        }
    }
}
