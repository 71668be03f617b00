import ColumnEngine
import FileAccess
import Foundation
import JSONTokens

/// Removes the files of a store, and nothing else.
struct StoreRemoval {
    let paths: StorePaths

    /// Whether there is a store to remove.
    ///
    /// - Throws: `StoreError` if there is anything in the place of a file that the store did not write.
    func check() throws(StoreError) -> Bool {
        let hasFile = try isPresent(paths.file)
        let hasJournal = try isPresent(paths.journal)
        for path in [paths.history, paths.lock] { _ = try isPresent(path) }
        if let kind = FileKind(ofEntryAt: paths.data), kind != .folder {
            throw removalError(paths.data, kind == .regular ? "it is a file, not a folder" : kind.reasonAsEntry)
        }
        if hasFile { try checkContents() } else if hasJournal { try checkJournal() }
        return hasFile || hasJournal
    }

    /// Removes the files of a locked store.
    ///
    /// - Throws: `StoreError` if there is anything else, or a file cannot be removed.
    func run() throws(StoreError) {
        guard try check() else { return }
        // The journal comes before the file, so a journal never remains without its file.
        for path in [paths.history, paths.journal, paths.file] {
            do throws(FileError) {
                try RegularFile.remove(path)
            } catch {
                throw StoreError(.fileSystem, location: path, "the file cannot be removed: \(error.reason)")
            }
        }
        let values = ExternalData(folder: paths.data)
        values.removeAll(but: [], operations: .system)
        if let name = try values.ownNames.first {
            throw StoreError(.fileSystem, location: values.path(of: name), "the file cannot be removed")
        }
        FileLock.removeFile(at: paths.lock)
    }

    private func isPresent(_ path: String) throws(StoreError) -> Bool {
        do throws(FileError) {
            return try RegularFile.isPresent(at: path, toBe: "removed")
        } catch {
            throw removalError(path, error.reason)
        }
    }

    /// Refuses a file that is certainly not a store. A damaged store can be removed.
    private func checkContents() throws(StoreError) {
        let bytes = try beginning(of: paths.file)
        guard bytes.isEmpty || bytes.withUnsafeBytes(StoreMetadata.isBeginning) else {
            throw StoreError(
                .notAStore, location: paths.file,
                "the file is not a store, and stays: it does not begin with \"format\": \"\(StoreFormat.name)\"; "
                    + "to remove it anyway, delete the file")
        }
    }

    /// Refuses a file without a store that does not begin as a journal.
    private func checkJournal() throws(StoreError) {
        guard JournalStatement.isBeginning(try beginning(of: paths.journal)) else {
            throw StoreError(
                .notAStore, location: paths.journal,
                "the file is not the journal of a store, and stays: it does not begin with \"format\": "
                    + "\"\(JournalStatement.formatName)\"; to remove it anyway, delete the file")
        }
    }

    private func beginning(of path: String) throws(StoreError) -> [UInt8] {
        do throws(FileError) {
            return try RegularFile.beginning(of: path, maximumCount: Self.beginningCount)
        } catch {
            throw removalError(path, error.reason)
        }
    }

    /// Enough for any whitespace that an editor puts before the format.
    private static let beginningCount = 4096

    private func removalError(_ path: String, _ reason: String) -> StoreError {
        StoreError(
            .fileSystem, location: path,
            "the store cannot be destroyed: \(reason); "
                + (path == paths.file ? "specify the file of a store" : "move it away first"))
    }
}
