import FileAccess
public import Foundation
public import ObjectGraph

extension SQLiteStore {
    /// Writes the latest committed state to another file, complete and without a journal, while saves continue.
    ///
    /// - Throws: ``SQLiteStoreError`` if the file cannot be written, or already exists.
    public func backUp(to target: URL) throws {
        try DatabaseCopy(
            source: url.path(percentEncoded: false), target: target.path(percentEncoded: false)
        ).make(from: readingAccess)
    }

    /// Writes the latest saved state of a store to another file, complete and without a journal, while others save. The
    /// method only reads the store.
    ///
    /// - Throws: ``SQLiteStoreError`` if the file is not a store, or the copy cannot be written or already exists.
    public static func backUp(_ url: URL, to target: URL) throws {
        let path = url.path(percentEncoded: false)
        _ = try SQLiteConnection(reading: path).storeTableColumns()
        try DatabaseCopy(source: path, target: target.path(percentEncoded: false)).make(from: .toRead(path))
    }

    /// Copies a store to a URL without a store (rule STO-9). The method only reads the seed.
    ///
    /// - Throws: ``SQLiteStoreError`` if the seed is not a store, or cannot be copied. In this case, there is no store
    ///   at the URL.
    public static func seed(_ url: URL, from seed: URL) throws {
        let path = url.path(percentEncoded: false)
        guard FileKind(at: path) == nil else { return }
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let source = seed.path(percentEncoded: false)
        try DatabaseCopy(source: source, target: path).make(from: .toRead(source))
    }

    /// Removes a store's files (rule STO-17): the database, its journal, and its large values.
    ///
    /// Large values stay if another store with the same name but a different extension is next to it. A process that
    /// has the store open continues with its state, and loses its saves.
    ///
    /// - Throws: ``SQLiteStoreError`` if a file cannot be removed.
    public static func destroy(at url: URL) throws {
        let path = url.path(percentEncoded: false)
        // The journal first: without its file it would be one of a store that is gone.
        for suffix in ["-wal", "-shm", "-journal", ""] where FileKind(at: path + suffix) != nil {
            do {
                try FileManager.default.removeItem(atPath: path + suffix)
            } catch {
                throw SQLiteStoreError(.fileSystem, path: path + suffix, "the file cannot be removed")
            }
        }
        // A store of another extension keeps its large values in the same folder.
        let name = url.deletingPathExtension().lastPathComponent
        let folder = url.deletingLastPathComponent()
        let others = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        guard !others.contains(where: { $0.hasPrefix(name + ".") }) else { return }
        try? FileManager.default.removeItem(atPath: ExternalData(storePath: path).supportFolder)
    }

    /// Checks a store for all problems.
    ///
    /// The method checks SQLite's own structures, tables and columns, entities and keys of rows, values and files of
    /// large values, and relationships: keys of missing rows, sides of one-to-one relationships that disagree, and
    /// missing or duplicate positions in an order. It changes no byte of the store, and creates no file next to it.
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - model: The model that the store was written with.
    /// - Returns: The findings, table by table; empty if there are no problems.
    /// - Throws: ``SQLiteStoreError`` if the file is not a store, or one of another model.
    public static func check(_ url: URL, model: ManagedObjectModel) throws -> [SQLiteStoreFinding] {
        let path = url.path(percentEncoded: false)
        let connection = try SQLiteConnection(reading: path)
        try connection.run("BEGIN")
        defer { try? connection.run("ROLLBACK") }
        let columns = try connection.storeTableColumns()
        try StoreMetadata(connection).requireMatch(with: model, path: path)
        let layout = StoreLayout(
            model, numbers: EntityNumbers(try connection.entityNumbers(), of: model), columns: columns)
        var check = StoreCheck(connection, layout)
        check.run(columns: columns)
        return check.findings
    }
}
