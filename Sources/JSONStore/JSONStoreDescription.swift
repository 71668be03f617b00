public import Foundation
public import ObjectGraph

/// Describes a ``JSONStore``.
public struct JSONStoreDescription: PersistentStoreDescription {
    /// The store's file.
    public var url: URL

    public init(url: URL) {
        self.url = url
    }

    public func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        try JSONStore(at: url, model: model)
    }
}

extension PersistentStoreDescription where Self == JSONStoreDescription {
    /// A store in a JSON file, which the first save makes.
    public static func json(at url: URL) -> JSONStoreDescription {
        JSONStoreDescription(url: url)
    }
}
