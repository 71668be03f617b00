import FileAccess
public import Foundation
import JSONStore
import SQLiteStore
import StoreMigration

// Operations on the files of stores, with the names of the current interface. They call those of the class,
// which subclasses override.
extension NSPersistentStoreCoordinator {
    /// Reads the metadata of a store from its file, with the names of the current interface.
    ///
    /// ```swift
    /// let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    /// let needsMigration = !model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
    /// ```
    ///
    /// - Throws: The errors of ``metadataForPersistentStore(ofType:at:options:)``.
    public class func metadataForPersistentStore(
        type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: type.rawValue, at: url, options: options)
    }

    /// Replaces a store by a copy of another one, with the names of the current interface.
    ///
    /// ```swift
    /// try coordinator.replacePersistentStore(at: backupURL, withPersistentStoreFrom: url, type: .sqlite)
    /// ```
    ///
    /// - Throws: The errors of
    ///   ``replacePersistentStore(at:destinationOptions:withPersistentStoreFrom:sourceOptions:ofType:)``.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
        withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
        type: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: type.rawValue)
    }

    /// Copies the objects of a store to a new one, with the names of the current interface.
    ///
    /// ```swift
    /// let newStore = try coordinator.migratePersistentStore(store, to: newURL, type: .sqlite)
    /// print(coordinator.persistentStores == [newStore])  // true
    /// ```
    ///
    /// - Throws: The errors of ``migratePersistentStore(_:to:options:withType:)``.
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
        type: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(store, to: storeURL, options: options, withType: type.rawValue)
    }

    /// Deletes the files of a store, with the names of the current interface.
    ///
    /// ```swift
    /// try coordinator.destroyPersistentStore(at: url, type: .sqlite)  // The backup remains.
    /// ```
    ///
    /// - Throws: The errors of ``destroyPersistentStore(at:ofType:options:)``.
    public final func destroyPersistentStore(
        at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
    }
}

// What the methods that subclasses override do.
extension NSPersistentStoreCoordinator {
    /// Removes the coordinator's own store at a URL, and then its file.
    final func removeStore(
        at url: URL, ofType storeType: String, _ removal: (StoreFile) throws -> Void = { try $0.destroy() }
    ) throws {
        let file = StoreFile(url, ofType: storeType)
        try file.checkIsDestroyable()
        if let store = persistentStore(for: url) { try remove(store) }
        try removal(file)
    }

    /// Replaces a store by a copy of another one, as ``replacePersistentStore`` describes.
    final func replaceStore(at destinationURL: URL, byCopyOf sourceURL: URL, ofType storeType: String) throws {
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
        try StoreFile(destinationURL, ofType: storeType).checkIsDestroyable()
        // The copy comes first: if it fails, the earlier store must still be there.
        func remove() throws { try removeStore(at: destinationURL, ofType: storeType) }
        try ErrorAdapting.reporting {
            if StoreFormat(ofType: storeType) == .json {
                // A link to a JSON store stays.
                let path = try SymbolicLink.destination(
                    of: destinationURL.path(percentEncoded: false), toBe: "replaced")
                let model = try JSONStore.model(at: sourceURL)
                try JSONStoreDescription(storeAt: URL(filePath: path)).replace(removing: remove) { copy in
                    try JSONStore.seed(copy.url, from: sourceURL, model: model)
                }
            } else {
                try SQLiteStoreDescription(storeAt: destinationURL).replace(removing: remove) { copy in
                    try SQLiteStore.seed(copy.url, from: sourceURL)
                }
            }
        }
    }

    /// Copies the objects of a store to a new one, which replaces it.
    final func moveStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]?, ofType storeType: String
    ) throws -> NSPersistentStore {
        let file = StoreFile(storeURL, ofType: storeType)
        guard file.isAbsent else {
            throw NSError(code: NSPersistentStoreOperationError, at: storeURL, "the file already exists")
        }
        // Another store's, which must stay if the copy fails.
        let hasOtherFiles = file.hasOtherFiles
        let configuration = store.isDefault ? nil : store.configurationName
        let new: NSPersistentStore
        do {
            new = try addPersistentStore(
                ofType: storeType, configurationName: configuration, at: storeURL, options: options,
                copying: store.graphStore)
        } catch {
            // A partial copy would block the next attempt. The first error matters more than one of removing it.
            if !hasOtherFiles { try? removeStore(at: storeURL, ofType: storeType) }
            throw error
        }
        try remove(store)
        return new
    }
}
