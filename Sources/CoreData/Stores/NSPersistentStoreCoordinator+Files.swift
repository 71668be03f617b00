public import Foundation
import JSONStore
import ModelSchema
import ObjectGraph
import SQLiteStore

// What can be done to the files of stores.
extension NSPersistentStoreCoordinator {
    /// What a store says of itself, read from its file: its identity, its type, and the model that it was written with.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`: 134000 for an unknown type, and 134080 and 259 for a file that is
    ///   not a store of the type.
    public class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        if let storeClass = RegisteredStores.storeClass(forType: storeType) {
            return try storeClass.metadataForPersistentStore(with: url)
        }
        do {
            switch storeType {
            case NSSQLiteStoreType:
                let properties = try SQLiteStore.properties(at: url)
                // A store need not hold its model; then none is known by its fingerprints.
                if let hashes = properties[NSStoreModelVersionHashesKey] as? [String: Data],
                    let model = try? SQLiteStore.model(at: url)
                {
                    ModelsOfStores.add(model.schema, hashes)
                }
                return properties
            case NSJSONStoreType:
                let schema = try JSONStore.model(at: url).schema
                let hashes = ModelLookup(schema).coreDataVersionHashes.mapValues { Data($0.bytes) }
                ModelsOfStores.add(schema, hashes)
                return [
                    NSStoreTypeKey: NSJSONStoreType, NSStoreModelVersionIdentifiersKey: [schema.versionIdentifier],
                    NSStoreModelVersionHashesKey: hashes,
                ]
            default: throw NSError(unknownStoreType: storeType)
            }
        } catch {
            throw ErrorAdapting(context: nil).adapted(error)
        }
    }

    /// The same by the names of today's interface.
    public class func metadataForPersistentStore(
        type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: type.rawValue, at: url, options: options)
    }

    /// The model that a SQLite store keeps, with objects of `NSManagedObject`.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain` where the file is no store, or keeps no model that can be read.
    public class func cachedModelForPersistentStore(
        at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> NSManagedObjectModel? {
        do {
            return NSManagedObjectModel(try SQLiteStore.model(at: url).schema, classes: [:])
        } catch {
            throw ErrorAdapting(context: nil).adapted(error)
        }
    }

    // MARK: - Copying

    /// Puts a copy of a store in the place of another one, which need not be there. The coordinator's own store at the place is
    /// removed first.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`; 134070 where both are one file. Where the source is no store, nothing has changed;
    ///   where the copy cannot be written, the place is empty.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
    ) throws {
        guard RegisteredStores.storeClass(forType: storeType) == nil else {
            throw NSError(
                code: NSPersistentStoreUnsupportedRequestTypeError,
                "only its class knows how a store of the registered type '\(storeType)' is copied; copy its file")
        }
        _ = try Self.metadataForPersistentStore(ofType: storeType, at: sourceURL)
        guard destinationURL.resolvingSymlinksInPath() != sourceURL.resolvingSymlinksInPath() else {
            let path = sourceURL.path(percentEncoded: false)
            throw NSError(
                code: NSPersistentStoreOperationError, "\(path): a store cannot be replaced by itself",
                [NSFilePathErrorKey: path])
        }
        try destroyPersistentStore(at: destinationURL, ofType: storeType)
        do {
            if storeType == NSJSONStoreType {
                try JSONStore.seed(destinationURL, from: sourceURL, model: try JSONStore.model(at: sourceURL))
            } else {
                try SQLiteStore.seed(destinationURL, from: sourceURL)
            }
        } catch {
            throw ErrorAdapting(context: nil).adapted(error)
        }
    }

    /// The same by the names of today's interface.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: type.rawValue)
    }

    /// Copies the objects of a store to a new one, which takes its place. The file of the old one stays.
    ///
    /// The new store has an identity of its own, so objects have to be fetched anew. A history is not copied.
    ///
    /// - Returns: The new store.
    /// - Throws: An error of `NSCocoaErrorDomain`; 134070 where there is a file at the place already. The coordinator has the old
    ///   store then.
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
    ) throws -> NSPersistentStore {
        let path = storeURL.path(percentEncoded: false)
        let isInMemory = storeType == NSInMemoryStoreType && RegisteredStores.storeClass(forType: storeType) == nil
        guard isInMemory || !FileManager.default.fileExists(atPath: path) else {
            throw NSError(
                code: NSPersistentStoreOperationError, "\(path): there is a file already",
                [NSFilePathErrorKey: path])
        }
        let configuration = store.isDefault ? nil : store.configurationName
        let new: NSPersistentStore
        do {
            new = try addPersistentStore(
                ofType: storeType, configurationName: configuration, at: storeURL, options: options,
                copying: store.graphStore)
        } catch {
            // A copy that was begun is in the way of the next attempt. What went wrong matters more than what removing it meets.
            try? destroyPersistentStore(at: storeURL, ofType: storeType)
            throw error
        }
        try remove(store)
        return new
    }

    /// The same by the names of today's interface.
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
        type: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(store, to: storeURL, options: options, withType: type.rawValue)
    }
}
