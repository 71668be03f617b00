import CSQLite
import FileAccess
import Foundation
import ObjectGraph

/// Copies a store, including its journal and its large values, while it is open elsewhere.
struct DatabaseCopy {
    let source: String
    let target: String

    /// Creates the copy, as a whole or not at all.
    ///
    /// - Parameter check: A closure that checks the connection before it reads anything.
    /// - Throws: `StoreError` if the source is not a store, or lacks a large value to which a row refers, or if the
    ///   target cannot be written or already exists.
    func make(
        from access: SQLiteConnection.Access, checking check: (SQLiteConnection) throws -> Void = { _ in }
    ) throws {
        try SQLiteConnection.checkIsFile(source, mayBeMissing: false)
        let connection = try SQLiteConnection(path: source, access: access)
        connection.waitForLocks(upTo: SQLiteStoreOptions().busyTimeoutMilliseconds)
        try check(connection)
        _ = try connection.storeTableColumns()
        let values = ExternalData(storePath: target)
        for taken in [target] + SQLiteConnection.suffixes.map({ target + $0 }) where FileReader.itemExists(at: taken) {
            throw StoreError(.fileSystem, location: taken, "the file already exists; nothing was written")
        }
        let fresh = TemporaryName.beside(target)
        let freshValues = ExternalData(storePath: fresh)
        defer { Self.remove(fresh) }
        var placed: [String] = []
        do {
            try UnfinishedFiles.whileWriting(fresh, removal: { Self.remove(fresh) }) {
                let references = try copyDatabase(to: fresh, from: connection)
                try connection.checkPages()
                let copiesValues = try copyExternalData(to: freshValues, for: references)
                try UnfinishedFiles.finish {
                    // Values first, so they exist before the rows that refer to them.
                    if copiesValues { placed = try place(freshValues, in: values) }
                    try RegularFile.move(fresh, to: target)
                }
            }
            // The copy is complete, and only a loss of power could take its name.
            try? SystemCall.synchronizeFolder(SystemCall.folder(of: target))
        } catch {
            // The first error matters more than one of the cleanup.
            if !placed.isEmpty {
                ExternalData.discard(placed)
                values.removeEmptyFolders()
            }
            switch error {
            // The file under a unique name is removed.
            case let error as StoreError where error.location.hasPrefix(fresh):
                throw StoreError(error.code, location: target, "the copy cannot be written: \(error.message)")
            case let error as StoreError: throw error
            case let error as FileError:
                throw StoreError(.fileSystem, location: target, "the copy cannot be written: \(error.reason)")
            case let error as CocoaError:
                let reason = FileError.reason(for: error)
                throw StoreError(.fileSystem, location: target, "the copy cannot be written: \(reason)")
            default: throw StoreError(.fileSystem, location: target, "the copy cannot be written: \(error)")
            }
        }
    }

    /// Gives copied values their place, durably.
    ///
    /// There can be others: of another store with the name of this one, or of a copy that was interrupted here.
    ///
    /// - Returns: The paths of the files.
    private func place(_ fresh: ExternalData, in values: ExternalData) throws -> [String] {
        if FileReader.itemExists(at: values.supportFolder) { return try values.takeFiles(of: fresh) }
        let paths = try fresh.names().map(values.path(ofFileNamed:))
        try LocalFileSystem().rename(fresh.supportFolder, to: values.supportFolder)
        do {
            try SystemCall.synchronizeFolder(SystemCall.folder(of: target))
        } catch {
            ExternalData.discard(paths)
            values.removeEmptyFolders()
            throw error
        }
        return paths
    }

    /// Removes a copy under its unique name, as far as it was written.
    private static func remove(_ fresh: String) {
        for suffix in [""] + SQLiteConnection.suffixes { try? RegularFile.remove(fresh + suffix) }
        try? ExternalData(storePath: fresh).removeAll()
    }

    /// - Returns: The references of rows to large values.
    private func copyDatabase(
        to fresh: String, from connection: SQLiteConnection
    ) throws -> [LargeValueReferences.Reference] {
        // Whoever can read the store can read the copy, and nobody else.
        try DurableFile.create(
            fresh, containing: UnsafeRawBufferPointer(start: nil, count: 0),
            permissions: FileStamp(source)?.permissions.allowingOwnerToWrite)
        let copy = try SQLiteConnection(path: fresh, access: .writing)
        guard let backup = sqlite3_backup_init(copy.handle, "main", connection.handle, "main") else {
            throw copy.error(sqlite3_errcode(copy.handle))
        }
        let result = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard result == SQLITE_DONE else { throw copy.error(result) }
        // Merges the copy's journal into the file, because only the file is moved to its destination.
        try copy.run("PRAGMA journal_mode = DELETE")
        // From the copy, because others may have saved to the source since.
        return try LargeValueReferences(in: copy).all()
    }

    /// Copies the files of large values, which nobody changes, as a whole or not at all.
    ///
    /// - Parameter references: The references of rows. Their files must exist. Other files belong to the store, too,
    ///   but none of them is missed.
    /// - Returns: Whether there are any.
    private func copyExternalData(
        to copy: ExternalData, for references: [LargeValueReferences.Reference]
    ) throws -> Bool {
        let values = ExternalData(storePath: source)
        let byName = Dictionary(references.map { ($0.fileName, $0) }, uniquingKeysWith: { first, _ in first })
        // First, because all files of the store can be missing, together with their folders.
        for reference in references { try requireFile(of: reference, in: values) }
        // Of a folder that cannot be listed, only the files to which rows refer are known.
        let names = Set((try? values.names()) ?? []).union(byName.keys).sorted()
        guard !names.isEmpty else { return false }
        try createFolder(copy.supportFolder, like: values.supportFolder)
        do {
            try createFolder(copy.folder, like: values.folder)
            for name in names {
                let path = values.path(ofFileNamed: name)
                if let reference = byName[name] { try requireFile(of: reference, in: values) }
                // Reading anything but a file could block forever.
                guard FileKind(at: path) == .regular else { continue }
                try contents(ofFileAt: path, byName[name]).withUnsafeBytes { bytes in
                    try DurableFile.create(
                        copy.path(ofFileNamed: name), containing: bytes, permissions: FileStamp(path)?.permissions)
                }
            }
            // The names of the files are durable, but not that of their folder.
            try SystemCall.synchronizeFolder(copy.supportFolder)
        } catch {
            try? copy.removeAll()
            throw error
        }
        return true
    }

    /// The value in a file, which belongs to the source: an error about it does not blame the copy.
    private func contents(
        ofFileAt path: String, _ reference: LargeValueReferences.Reference?
    ) throws(StoreError) -> Data {
        do {
            return try ExternalData.contents(ofFileAt: path)
        } catch {
            let owner = reference.map { " of '\($0.attributeName)'" } ?? ""
            throw StoreError(
                .fileSystem, location: source, table: reference?.table, row: reference?.row,
                "the large value\(owner) in the file '\(path)' cannot be read: \(FileError.reason(for: error)); "
                    + "allow reading the file")
        }
    }

    private func requireFile(of reference: LargeValueReferences.Reference, in values: ExternalData) throws(StoreError) {
        let path = values.path(ofFileNamed: reference.fileName)
        let kind = FileKind(at: path)
        // No value is so small that its file would be empty.
        guard kind != .regular || FileReader.size(of: path) == 0 else { return }
        let obstacle = FileReader.obstacle(at: path)
        let problem = kind == .regular ? "the file is empty" : kind?.reason ?? "the file is missing"
        // Behind an obstacle, the value may be there.
        let remedy = obstacle == nil ? "restore the file, or set the attribute to nil" : "allow access to its folder"
        throw StoreError(
            obstacle == nil ? .missingExternalData : .fileSystem, location: source, table: reference.table,
            row: reference.row,
            "the large value of '\(reference.attributeName)' in the file '\(path)' cannot be copied: "
                + "\(obstacle?.reason ?? problem); \(remedy)")
    }

    /// Creates a folder with the mode of another one, which may be private. Its owner can write to it, unlike to one in
    /// a program's bundle.
    private func createFolder(_ path: String, like other: String) throws {
        let attributes = try FileManager.default.attributesOfItem(atPath: other)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        if let permissions = attributes[.posixPermissions] as? NSNumber {
            try FileManager.default.setAttributes(
                [.posixPermissions: permissions.intValue | 0o700], ofItemAtPath: path)
        }
    }
}
