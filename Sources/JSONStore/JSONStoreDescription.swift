public import Foundation
public import ObjectGraph

/// Describes a ``JSONStore``.
public struct JSONStoreDescription: PersistentStoreDescription {
    /// The store's file.
    public var url: URL
    /// How the file is opened and written.
    public var options: JSONStoreOptions
    /// A store's file, such as a program brings along, that the store begins as a copy of; nil for an empty one.
    public var seed: URL?

    /// Describes the store at a place. Nothing is looked at before the store is opened.
    public init(url: URL, options: JSONStoreOptions = JSONStoreOptions(), seed: URL? = nil) {
        self.url = url
        self.options = options
        self.seed = seed
    }

    public func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        if let seed, !options.isReadOnly { try JSONStore.seed(url, from: seed, model: model) }
        return try JSONStore(at: url, model: model, options: options)
    }
}

extension PersistentStoreDescription where Self == JSONStoreDescription {
    /// A store in a JSON file, which the first save makes.
    ///
    /// - Parameters:
    ///   - url: The file. Its journal, lock, history and large values lie beside it.
    ///   - options: How it is opened and written.
    ///   - seed: A store's file that it begins as a copy of, the first time it is opened; nil for an empty store.
    public static func json(
        at url: URL, options: JSONStoreOptions = JSONStoreOptions(), seed: URL? = nil
    ) -> JSONStoreDescription {
        JSONStoreDescription(url: url, options: options, seed: seed)
    }
}
