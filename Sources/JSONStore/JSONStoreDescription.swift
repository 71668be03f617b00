public import Foundation
public import ObjectGraph

/// Describes a ``JSONStore``.
public struct JSONStoreDescription: PersistentStoreDescription {
    /// The store's file.
    public var url: URL
    public var options: JSONStoreOptions

    public init(url: URL, options: JSONStoreOptions = JSONStoreOptions()) {
        self.url = url
        self.options = options
    }

    public func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        try JSONStore(at: url, model: model, options: options)
    }
}

extension PersistentStoreDescription where Self == JSONStoreDescription {
    /// A store in a JSON file, which the first save makes.
    public static func json(at url: URL, options: JSONStoreOptions = JSONStoreOptions()) -> JSONStoreDescription {
        JSONStoreDescription(url: url, options: options)
    }
}
