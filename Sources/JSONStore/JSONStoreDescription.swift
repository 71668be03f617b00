public import Foundation
public import ObjectGraph
public import StoreMigration

/// Describes a ``JSONStore``.
public struct JSONStoreDescription: PersistentStoreDescription {
    /// The store's file.
    public var url: URL
    /// How the file is opened and written.
    public var options: JSONStoreOptions
    /// A store's file, such as a program brings along, that the store begins as a copy of; nil for an empty one.
    public var seed: URL?
    /// What happens when the store was written with an earlier version of the model. One that is opened for reading only is
    /// never migrated.
    public var migration: MigrationOptions

    /// Describes the store at a place. Nothing is looked at before the store is opened.
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
            // A seed may be of an earlier version, and is migrated where it was copied to.
            try JSONStore.seed(url, from: seed, model: try sourceModel(of: seed, for: model) ?? model)
        }
        do {
            return try JSONStore(at: url, model: model, options: options)
        } catch let error as JSONStoreError
            where error.code == .modelMismatch && migration.isAutomatic && !options.isReadOnly
        {
            try JSONStore.migrate(url, to: model, migration: migration, options: options)
            return try JSONStore(at: url, model: model, options: options)
        }
    }

    /// The earlier version of the model that a file was written with; nil where it was written with this one, or is none.
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
    /// A store in a JSON file, which the first save makes.
    ///
    /// - Parameters:
    ///   - url: The file. Its journal, lock, history and large values lie beside it.
    ///   - options: How it is opened and written.
    ///   - seed: A store's file that it begins as a copy of, the first time it is opened; nil for an empty store.
    ///   - migration: What happens when it was written with an earlier version of the model.
    public static func json(
        at url: URL, options: JSONStoreOptions = JSONStoreOptions(), seed: URL? = nil,
        migration: MigrationOptions = .automatic
    ) -> JSONStoreDescription {
        JSONStoreDescription(url: url, options: options, seed: seed, migration: migration)
    }
}
