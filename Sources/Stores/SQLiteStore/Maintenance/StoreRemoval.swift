import FileAccess
import Foundation
import ObjectGraph

/// Removes the files of a store, and nothing else.
struct StoreRemoval {
    /// The path of the store's file, or of a link to it.
    private let path: String
    /// The store's file. SQLite puts its other files next to it, wherever the link is.
    private let file: String

    /// - Throws: `StoreError` if there is a link that leads nowhere.
    init(_ path: String) throws(StoreError) {
        self.path = path
        do throws(FileError) {
            file = try SymbolicLink.destination(of: path, toBe: "removed")
        } catch {
            throw Self.removalError(path, error.reason, "specify the file of a store")
        }
        if file != path, FileKind(ofEntryAt: file) == nil {
            throw Self.removalError(path, FileKind.link.reason, "specify the file of a store")
        }
    }

    /// Throws an error if there is anything in the place of a file that the store did not write.
    ///
    /// - Throws: `StoreError`.
    func check() throws(StoreError) {
        let isPresent = try isPresent(file, "specify the file of a store")
        for suffix in SQLiteConnection.suffixes { _ = try self.isPresent(file + suffix, "move it away first") }
        for folder in [values.supportFolder, values.folder] {
            guard let kind = FileKind(ofEntryAt: folder), kind != .folder else { continue }
            let reason = kind == .regular ? "it is a file, not a folder" : kind.reasonAsEntry
            throw Self.removalError(folder, reason, "move it away first")
        }
        do throws(FileError) {
            _ = try values.names()
        } catch {
            throw Self.removalError(values.folder, error.reason, "allow reading the folder")
        }
        if isPresent { try checkContents() }
    }

    /// Removes the files.
    ///
    /// - Throws: `StoreError` if there is anything else, or a file cannot be removed.
    func run() throws(StoreError) {
        try check()
        // In one step, because a store without its journal lacks saves, or is damaged. A journal that a killed program
        // leaves without its store is never taken for that of another one, since opening refuses it.
        let hidden = try moveAside()
        do throws(StoreError) {
            for suffix in SQLiteConnection.suffixes { try remove(file + suffix) }
        } catch {
            if let hidden { try? RegularFile.move(hidden, to: file) }
            throw error
        }
        if let hidden { try remove(hidden) }
        if file != path {
            do throws(SystemError) {
                try SymbolicLink.remove(path)
            } catch {
                throw Self.removalError(path)
            }
        }
        guard !values.areSharedByOthers else { return }
        do throws(FileError) {
            try values.removeAll()
        } catch {
            throw Self.removalError(error.path)
        }
    }

    private var values: ExternalData { ExternalData(storePath: file) }

    /// Gives the store's file a hidden name.
    ///
    /// - Returns: The new path; nil if there is no file.
    private func moveAside() throws(StoreError) -> String? {
        guard FileKind(ofEntryAt: file) == .regular else { return nil }
        let hidden = TemporaryName.beside(file)
        do throws(FileError) {
            try RegularFile.move(file, to: hidden)
        } catch {
            throw Self.removalError(file)
        }
        return hidden
    }

    private func remove(_ path: String) throws(StoreError) {
        do throws(FileError) {
            try RegularFile.remove(path)
        } catch {
            throw Self.removalError(path)
        }
    }

    private func isPresent(_ path: String, _ remedy: String) throws(StoreError) -> Bool {
        do throws(FileError) {
            return try RegularFile.isPresent(at: path, toBe: "removed")
        } catch {
            throw Self.removalError(path, error.reason, remedy)
        }
    }

    /// Refuses a file that is certainly not a store. An empty file can be a store whose creation was interrupted, and a
    /// damaged store can be removed.
    private func checkContents() throws(StoreError) {
        guard FileReader.size(of: file) != 0 else { return }
        do throws(StoreError) {
            let tables = try SQLiteConnection(reading: file).tableColumns()
            guard tables.isEmpty || tables["Z_METADATA"] != nil || tables["Z_PRIMARYKEY"] != nil else {
                throw StoreError(
                    .notAStore, location: file,
                    "Core Data did not create the database, which stays: it has no table 'Z_METADATA'; \(Self.remedy)")
            }
        } catch {
            switch error.code {
            case .notAStore: throw error
            case .notADatabase, .fileSystem: try checkSignature()
            // While another program keeps the database locked, it is not known whether it is a store.
            case .inUse:
                throw StoreError(
                    .inUse, location: file,
                    "the store cannot be destroyed: another program has locked it; close that program first")
            default: break
            }
        }
    }

    /// Refuses a file that does not begin as every database does.
    ///
    /// Only called if SQLite cannot read the file, because closing it would release the locks of this process's own
    /// connections.
    private func checkSignature() throws(StoreError) {
        do throws(FileError) {
            guard try !RegularFile.isDatabase(at: file) else { return }
        } catch {
            throw Self.removalError(file, error.reason, Self.remedy)
        }
        throw StoreError(
            .notADatabase, location: file, "the file is not a SQLite database, and stays; \(Self.remedy)")
    }

    private static let remedy = "to remove it anyway, delete the file"

    private static func removalError(_ path: String, _ reason: String, _ remedy: String) -> StoreError {
        StoreError(.fileSystem, location: path, "the store cannot be destroyed: \(reason); \(remedy)")
    }

    private static func removalError(_ path: String) -> StoreError {
        StoreError(.fileSystem, location: path, "the file cannot be removed")
    }
}
