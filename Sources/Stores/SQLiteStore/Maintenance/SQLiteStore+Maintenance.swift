import FileAccess
public import Foundation
public import ObjectGraph
public import StoreMigration

extension SQLiteStore {
    /// Writes the latest committed state to another file, complete and without a journal, while saves continue.
    ///
    /// ```swift
    /// let store = try SQLiteStore(at: url, model: model)
    /// try store.backUp(to: backupURL)  // Contexts can save meanwhile.
    /// ```
    ///
    /// - Throws: `StoreError` if the file cannot be written, or already exists, or if a large value of the store is
    ///   missing, or if the store's own file was removed, replaced, or truncated since the store was opened.
    public func backUp(to target: URL) throws {
        try core.file.check()
        // A connection that reads a truncated file could remove its journal.
        try DatabaseCopy(source: core.path, target: target.databasePath)
            .make(from: readingAccess) { try core.file.check(new: $0) }
    }

    /// Writes the latest saved state of a store to another file, complete and without a journal, while others save. The
    /// method only reads the store.
    ///
    /// ```swift
    /// try SQLiteStore.backUp(url, to: backupURL)  // Other programs can save meanwhile.
    /// ```
    ///
    /// - Throws: `StoreError` if the file is not a store, or lacks a large value, or if the copy cannot be written or
    ///   already exists.
    public static func backUp(_ url: URL, to target: URL) throws {
        let path = url.databasePath
        _ = try SQLiteConnection(reading: path).storeTableColumns()
        try DatabaseCopy(source: path, target: target.databasePath).make(from: .toRead(path))
    }

    /// Copies a store to a URL without a store (rule STO-9). The method only reads the seed.
    ///
    /// ```swift
    /// try SQLiteStore.seed(url, from: backupURL)  // The backup stays as it is.
    /// ```
    ///
    /// - Throws: `StoreError` if the seed is not a store, or cannot be copied, or if there is something other than
    ///   files at the URL. In this case, there is no store at the URL.
    public static func seed(_ url: URL, from seed: URL) throws {
        try Self.seed(url.databasePath, from: seed)
    }

    static func seed(_ path: String, from seed: URL) throws {
        try SQLiteConnection.checkIsFile(path, mayBeMissing: true)
        guard FileKind(at: path) == nil else { return }
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        let source = seed.databasePath
        try DatabaseCopy(source: source, target: path).make(from: .toRead(source))
    }

    /// Returns the statements that create the tables of a new store, for people to read. Running them by hand does not
    /// create a store, because the rows that describe it are missing.
    ///
    /// ```swift
    /// let statements = SQLiteStore.schema(of: model)  // CREATE TABLE …
    /// ```
    ///
    /// - Returns: SQL statements, each followed by a semicolon and a newline.
    public static func schema(of model: ManagedObjectModel) -> String {
        let layout = StoreLayout(model, numbers: EntityNumbers(of: model))
        return SchemaStatements(layout).statements.map { "\($0);\n" }.joined()
    }

    /// Removes a store's files (rule STO-17): the database, its journal, and its large values. If the URL is a link,
    /// these are the files of its destination, and the link.
    ///
    /// Large values stay if there is another file next to the store that could need them; see <doc:StoreFormat>. A
    /// process that has the store open continues with its state, and loses its saves. A program that is killed
    /// meanwhile leaves the store, or no store: then its journal may remain, which a new store refuses until this
    /// method removes it, and the database under a hidden name, `.modelgen-…`.
    ///
    /// ```swift
    /// try SQLiteStore.destroy(at: url)  // With its journal and its large values
    /// ```
    ///
    /// - Throws: `StoreError` if a file cannot be removed, or there is anything in the place of a file that the store
    ///   did not write: a device, a pipe, a socket, a folder, or a file that is not a store. The same is true if
    ///   another program has locked the file so that it cannot be read. In these cases, nothing was removed, except if
    ///   it is the removal that failed.
    public static func destroy(at url: URL) throws {
        try StoreRemoval(url.path(percentEncoded: false)).run()
    }

    /// Whether there is anything that belongs to a store next to its file, which need not exist: a journal, or large
    /// values.
    package static func hasOtherFiles(at url: URL) -> Bool {
        let path = url.databasePath
        let others = SQLiteConnection.suffixes.map { path + $0 } + [ExternalData(storePath: path).supportFolder]
        return others.contains { FileReader.itemExists(at: $0) }
    }

    /// Throws the error of ``destroy(at:)`` about what is at the URL, and changes nothing.
    package static func checkIsDestroyable(at url: URL) throws {
        try StoreRemoval(url.path(percentEncoded: false)).check()
    }

    /// Checks a store for all problems.
    ///
    /// The method checks SQLite's own structures, tables and columns, entities and keys of rows, values and files of
    /// large values, and relationships: keys of missing rows, sides of one-to-one relationships that disagree, missing
    /// or duplicate positions in an order, and counts that the model does not allow. If it finds nothing, it looks for
    /// objects with the same values of a uniqueness constraint, as contexts compare them, and compares derived
    /// attributes with their expressions. It changes no byte of the store, and creates no file next to it.
    ///
    /// ```swift
    /// for finding in try SQLiteStore.check(url, model: model) { print(finding) }
    /// ```
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - model: The model that the store was written with.
    /// - Returns: The findings, table by table; empty if there are no problems.
    /// - Throws: `StoreError` if the file is not a store, or one of another model.
    public static func check(_ url: URL, model: ManagedObjectModel) throws -> [StoreFinding] {
        let path = url.databasePath
        let connection = try SQLiteConnection(reading: path)
        try connection.run("BEGIN")
        defer { try? connection.run("ROLLBACK") }
        let columns = try connection.storeTableColumns()
        try StoreMetadata(connection).requireMatch(with: model, path: path)
        let layout = StoreLayout(
            model, numbers: EntityNumbers(try connection.entityNumbers(), of: model), columns: columns)
        var check = StoreCheck(connection: connection, layout: layout)
        try check.run(columns: columns)
        try connection.checkPages()
        return try check.findings.orValueFindings(of: model, in: path, table: { layout.entities[$0]?.table }) {
            try SQLiteStore(at: url, model: model, options: SQLiteStoreOptions(isReadOnly: true))
        }
    }
}

extension SQLiteStore {
    /// Migrates a store that was written with an earlier version of the model.
    ///
    /// The method writes the migrated objects in one transaction, and checks them before it commits, durably, whatever
    /// the options say. After a crash, either the old or the new store remains, and a process that reads the store in
    /// the meantime sees the old state. The store keeps its identifier, the keys of its objects, metadata from apps,
    /// and its history, but the history no longer contains the changed properties. The migration needs as much memory
    /// as the store's objects. Earlier large values stay if there is another file next to the store that could need
    /// them; see <doc:StoreFormat>. A program that has the store open with the earlier model can no longer read or save
    /// it: it gets an error, and must open the store again, with this model.
    ///
    /// ```swift
    /// print(try SQLiteStore.migrate(url, to: newModel, isDryRun: true))  // What would change
    /// let report = try SQLiteStore.migrate(url, to: newModel)
    /// ```
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - model: The new model of the store.
    ///   - migration: The elements to drop, and the stages of the migration.
    ///   - options: The options for reading and writing the store.
    ///   - isDryRun: Whether to write nothing.
    /// - Returns: The changes; empty for a store of this model.
    /// - Throws: `MigrationError`, the error of a policy, or `StoreError` if the store cannot be read or
    ///   written. In this case, the store is unchanged; only if the end of the transaction cannot be written, the
    ///   migration may still take effect, and the error says so.
    @discardableResult
    public static func migrate(
        _ url: URL, to model: ManagedObjectModel, migration: MigrationOptions = .automatic,
        options: SQLiteStoreOptions = SQLiteStoreOptions(), isDryRun: Bool = false
    ) throws -> MigrationReport {
        let migrator = StoreMigrator(path: url.databasePath, model: model, migration: migration, options: options)
        return isDryRun ? try migrator.report() : try migrator.migrate()
    }
}
