import FileAccess
public import Foundation
public import ObjectGraph
public import StoreMigration

extension SQLiteStoreDescription: FileStoreAdministration {
    public static var systemName: String { "SQLite" }

    public static var argumentForm: String { "a SQLite file as Core Data writes it" }

    public static var namePatterns: [String] { [".sqlite", ".sqlite3", ".db", ".storedata"] }

    public init(storeAt url: URL) { self.init(url: url, migration: .disabled) }

    /// Describes the store in the file at a path.
    ///
    /// Nil if the file has neither the signature of a SQLite database nor one of the extensions that apps and this
    /// package's commands give to SQLite stores: `.sqlite`, `.sqlite3`, `.db`, and `.storedata`. Also nil if it has
    /// such an extension, but begins as a JSON store.
    public init?(argument: String) {
        let url = URL(filePath: argument)
        // Anything but a file is not opened, because a pipe would block.
        let beginning = try? RegularFile.beginning(of: argument, maximumCount: 64)
        guard
            beginning?.starts(with: RegularFile.databaseSignature) == true
                || (Self.namePatterns.contains(".\(url.pathExtension.lowercased())")
                    && beginning.map(Self.isJSONStore) != true)
        else { return nil }
        self.init(storeAt: url)
    }

    /// Whether a file begins as a JSON store, such as a backup under another name.
    private static func isJSONStore(_ beginning: some Collection<UInt8>) -> Bool {
        String(decoding: beginning, as: UTF8.self)
            .prefixMatch(of: /\u{FEFF}?\s*\{\s*"format"\s*:\s*"modelgen-store"/) != nil
    }

    public var isReadOnly: Bool {
        get { options.isReadOnly }
        set { options.isReadOnly = newValue }
    }

    public var lockTimeoutMilliseconds: Int? {
        get { options.busyTimeoutMilliseconds }
        set { options.busyTimeoutMilliseconds = newValue ?? SQLiteStoreOptions().busyTimeoutMilliseconds }
    }

    public func storedModel() throws -> (model: ManagedObjectModel, unreadableParts: [String]) {
        let stored = try SQLiteStore.storedModel(at: url)
        return (ManagedObjectModel(stored.model), stored.unreadableParts)
    }

    public func isWritten(with model: ManagedObjectModel) throws -> Bool {
        try SQLiteStore.isStore(at: url, of: model.schema)
    }

    public func check(model: ManagedObjectModel) throws -> [StoreFinding] { try SQLiteStore.check(url, model: model) }

    /// Computes wrong derived values again, and removes large values to which no object refers, unless another program
    /// has the store open, or there are other problems.
    public func repair(model: ManagedObjectModel) throws -> RepairReport {
        let removed = try SQLiteStore.removeUnusedValues(of: url, model: model, options)
        var report = try repairingDerivedValues(model: model)
        report.removedFiles = [removed].compactMap { $0 }
        return report
    }

    public func migrate(
        to model: ManagedObjectModel, migration: MigrationOptions, isDryRun: Bool
    ) throws -> MigrationReport {
        try SQLiteStore.migrate(url, to: model, migration: migration, options: options, isDryRun: isDryRun)
    }

    public func backUp(to target: URL, model: @autoclosure () throws -> ManagedObjectModel) throws {
        try SQLiteStore.backUp(url, to: target)
    }

    public func destroy() throws { try SQLiteStore.destroy(at: url) }

    public static func schema(of model: ManagedObjectModel) -> String? { SQLiteStore.schema(of: model) }

    public func checkIsUnused() throws {
        let path = url.databasePath
        try SQLiteConnection.checkIsFile(path, mayBeMissing: true)
        // SQLite would take what is in the journal of another database for saves of the new one.
        for taken in [""] + SQLiteConnection.suffixes where FileReader.itemExists(at: path + taken) {
            throw StoreError(.fileSystem, location: path + taken, "the file already exists; nothing was written")
        }
    }

    public func move(to target: URL) throws {
        try SQLiteStoreDescription(storeAt: target).checkIsUnused()
        let (source, path) = (url.databasePath, target.databasePath)
        try SQLiteConnection.checkJournal(of: source)
        do {
            // Merges the journal into the file, because only the file gets a new name.
            try SQLiteConnection(path: source, access: .writing).run("PRAGMA journal_mode = DELETE")
        }
        // Values first, so they exist before the rows that refer to them.
        let values = try ExternalData(storePath: path).takeFiles(of: ExternalData(storePath: source))
        do {
            try RegularFile.move(source, to: path)
        } catch {
            ExternalData.discard(values)
            throw StoreError(.fileSystem, location: path, "the store cannot be moved: \(error.reason)")
        }
        // The store is complete, and only a loss of power could take its name.
        try? SystemCall.synchronizeFolder(SystemCall.folder(of: path))
    }
}
