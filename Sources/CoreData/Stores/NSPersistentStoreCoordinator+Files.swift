public import Foundation
import JSONStore
import ModelSchema
import ObjectGraph
import SQLiteStore

// Operations on the files of stores.
extension NSPersistentStoreCoordinator {
    /// Reads the metadata of a store from its file: its UUID, its type, the hashes of the model that it was written with,
    /// and what programs have added.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`: 134000 for an unknown type, and 134080 and 259 for a file that is
    ///   not a store of the type.
    public class func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        if let storeClass = RegisteredStores.storeClass(forType: storeType) {
            return try storeClass.metadataForPersistentStore(with: url)
        }
        return try ErrorAdapting.reporting {
            switch storeType {
            case NSSQLiteStoreType:
                let properties = try SQLiteStore.properties(at: url)
                // A store need not contain its model; then none is known by its fingerprints.
                if let hashes = properties[NSStoreModelVersionHashesKey] as? [String: Data],
                    let model = try? SQLiteStore.model(at: url)
                {
                    ModelsOfStores.add(model.schema, hashes)
                }
                return properties
            case NSJSONStoreType:
                let model = try JSONStore.model(at: url)
                let hashes = ModelLookup(model.schema).coreDataVersionHashes.mapValues { Data($0.bytes) }
                ModelsOfStores.add(model.schema, hashes)
                let store = try JSONStore(at: url, model: model, options: JSONStoreOptions(isReadOnly: true))
                return try ProgramMetadata(of: store).values.merging([
                    NSStoreUUIDKey: store.identifier.uuidString, NSStoreTypeKey: NSJSONStoreType,
                    NSStoreModelVersionIdentifiersKey: [model.schema.versionIdentifier],
                    NSStoreModelVersionHashesKey: hashes,
                ]) { _, own in own }
            default: throw NSError(unknownStoreType: storeType)
            }
        }
    }

    /// Does the same with the names of the current interface.
    public class func metadataForPersistentStore(
        type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: type.rawValue, at: url, options: options)
    }

    /// Returns the model that a SQLite store contains, with objects of `NSManagedObject`.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain` if the file is not a store, or contains no readable model.
    public class func cachedModelForPersistentStore(
        at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> NSManagedObjectModel? {
        try ErrorAdapting.reporting { NSManagedObjectModel(try SQLiteStore.model(at: url).schema, classes: [:]) }
    }

    // MARK: - Copying

    /// Replaces a store, which need not exist, by a copy of another one. The coordinator's own store at the URL is
    /// removed first.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain`; 134070 if both are the same file. If the source is not a store, or the
    ///   destination is anything but a store's file, nothing has changed; if the copy cannot be written, the URL has no
    ///   store.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
    ) throws {
        guard RegisteredStores.storeClass(forType: storeType) == nil else {
            throw NSError(
                code: NSPersistentStoreUnsupportedRequestTypeError,
                "a store of the registered type '\(storeType)' cannot be copied here; copy its file")
        }
        _ = try Self.metadataForPersistentStore(ofType: storeType, at: sourceURL)
        guard destinationURL.resolvingSymlinksInPath() != sourceURL.resolvingSymlinksInPath() else {
            throw NSError(
                code: NSPersistentStoreOperationError, at: sourceURL, "a store cannot be replaced by itself")
        }
        guard !StoreFile(destinationURL, ofType: storeType).isInMemory else {
            throw NSError(
                code: NSPersistentStoreOperationError, at: destinationURL,
                "a copy needs a file; to copy objects to a store in memory, use migratePersistentStore")
        }
        try removeStore(at: destinationURL, ofType: storeType)
        try ErrorAdapting.reporting {
            if storeType == NSJSONStoreType {
                try JSONStore.seed(destinationURL, from: sourceURL, model: try JSONStore.model(at: sourceURL))
            } else {
                try SQLiteStore.seed(destinationURL, from: sourceURL)
            }
        }
    }

    /// Does the same with the names of the current interface.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: type.rawValue)
    }

    /// Copies the objects of a store to a new one, which replaces it. The file of the old store remains.
    ///
    /// The new store has its own UUID, so fetch the objects again. The history is not copied.
    ///
    /// - Returns: The new store.
    /// - Throws: An error of `NSCocoaErrorDomain`; 134070 if there is a file at the URL already. The coordinator has the old
    ///   store then.
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
    ) throws -> NSPersistentStore {
        guard StoreFile(storeURL, ofType: storeType).isAbsent else {
            throw NSError(code: NSPersistentStoreOperationError, at: storeURL, "the file already exists")
        }
        let configuration = store.isDefault ? nil : store.configurationName
        let new: NSPersistentStore
        do {
            new = try addPersistentStore(
                ofType: storeType, configurationName: configuration, at: storeURL, options: options,
                copying: store.graphStore)
        } catch {
            // A partial copy would block the next attempt. The first error matters more than one of removing it.
            try? removeStore(at: storeURL, ofType: storeType)
            throw error
        }
        try remove(store)
        return new
    }

    /// Does the same with the names of the current interface.
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
        type: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(store, to: storeURL, options: options, withType: type.rawValue)
    }
}
