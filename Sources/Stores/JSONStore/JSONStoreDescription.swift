public import ColumnEngine
public import Foundation
public import StoreMigration

/// The description of a ``JSONStore``.
///
/// ```swift
/// var description = JSONStoreDescription(url: url, seed: bundledURL)
/// description.options.isReadOnly = ProcessInfo.processInfo.arguments.contains("--read-only")
/// let container = try PersistentContainer(model: .app, store: description)
/// ```
public struct JSONStoreDescription: PersistentStoreDescription {
    /// The store's file.
    public var url: URL
    /// The options for opening and writing the file.
    public var options: JSONStoreOptions
    /// The file of an initial store, such as one in the program's bundle, to copy; nil for an empty store.
    public var seed: URL?
    /// The migration of a store that was written with an earlier version of the model. A read-only store never
    /// migrates.
    public var migration: MigrationOptions

    /// Creates a description of the store at a URL, without accessing it.
    public init(
        url: URL, options: JSONStoreOptions = JSONStoreOptions(), seed: URL? = nil,
        migration: MigrationOptions = .automatic
    ) {
        self.url = url
        self.options = options
        self.seed = seed
        self.migration = migration
    }

    public func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        if let seed, !options.isReadOnly {
            // A seed of an earlier version is migrated after it was copied.
            try JSONStore.seed(url, from: seed, model: try sourceModel(of: seed, for: model) ?? model)
        }
        return try migration.opening(isReadOnly: options.isReadOnly) {
            try JSONStore(at: url, model: model, options: options)
        } migrate: {
            try JSONStore.migrate(url, to: model, migration: migration, options: options)
        }
    }

    /// The earlier version of the model that a file was written with; nil if it was written with this one, or does not
    /// exist.
    private func sourceModel(of file: URL, for model: ManagedObjectModel) throws -> ManagedObjectModel? {
        let path = StoreLocation.resolvingLinks(file).path(percentEncoded: false)
        guard migration.isAutomatic, let stored = try? StoredModel.read(path), !stored.isWritten(with: model) else {
            return nil
        }
        return MigrationRun(to: model, options: migration)
            .sourceModel(held: try stored.model(path: path), where: stored.isWritten)
    }
}

extension PersistentStoreDescription where Self == JSONStoreDescription {
    /// A store in a JSON file, which the first save creates.
    ///
    /// ```swift
    /// let options = JSONStoreOptions(durability: .normal)
    /// let container = try PersistentContainer(model: .app, store: .json(at: url, options: options))
    /// ```
    ///
    /// - Parameters:
    ///   - url: The file. Its journal, lock, history, and large values are next to it.
    ///   - options: The options for opening and writing the store.
    ///   - seed: The file of a store to copy the first time; nil for an empty store.
    ///   - migration: The migration of a store that was written with an earlier version of the model.
    public static func json(
        at url: URL, options: JSONStoreOptions = JSONStoreOptions(), seed: URL? = nil,
        migration: MigrationOptions = .automatic
    ) -> JSONStoreDescription {
        JSONStoreDescription(url: url, options: options, seed: seed, migration: migration)
    }
}
