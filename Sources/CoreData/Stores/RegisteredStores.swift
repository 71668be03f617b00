public import Foundation
import ObjectGraph
import SecureHashes
import Synchronization

/// The classes of stores that programs have registered.
enum RegisteredStores {
    private static let classes = Mutex<[String: NSPersistentStore.Type]>([:])
    private static let isUsed = Atomic(false)

    /// Whether a class was ever registered. Until then, contexts do not have to record which of them calls.
    static var isAny: Bool { isUsed.load(ordering: .relaxed) }
    static var all: [String: NSPersistentStore.Type] { classes.withLock { $0 } }

    static func storeClass(forType type: String) -> NSPersistentStore.Type? {
        isAny ? classes.withLock { $0[type] } : nil
    }

    static func set(_ storeClass: NSPersistentStore.Type?, forType type: String) {
        isUsed.store(true, ordering: .relaxed)
        classes.withLock { $0[type] = storeClass }
    }
}

// Custom stores.
extension NSPersistentStoreCoordinator {
    /// Registers the class of a type's stores, with the names of the current interface.
    public class func registerStoreClass(_ storeClass: AnyClass?, type: NSPersistentStore.StoreType) {
        registerStoreClass(storeClass, forStoreType: type.rawValue)
    }

    /// Writes the metadata of a store that is not open, with the names of the current interface.
    ///
    /// - Throws: The errors of ``setMetadata(_:forPersistentStoreOfType:at:options:)``.
    public class func setMetadata(
        _ metadata: [String: Any]?, type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(metadata, forPersistentStoreOfType: type.rawValue, at: url, options: options)
    }

    /// Creates a store of a registered class, opens it, and adds it.
    final func addPersistentStore(
        of storeClass: NSPersistentStore.Type, type: String, configurationName configuration: String?, at url: URL?,
        options: [AnyHashable: Any]?
    ) throws -> NSPersistentStore {
        let url = url ?? URL(filePath: "/dev/null")
        let isAtomic = storeClass is NSAtomicStore.Type
        if isAtomic, !url.isNullDevice { try StoreFile(url, ofType: type).checkIsReplaceable() }
        let store = storeClass.init(of: self, configurationName: configuration, storeURL: url, options: options)
        // A store that writes its file must not replace the device.
        if isAtomic, store.url?.isNullDevice == true { store.url = nil }
        do {
            try store.loadMetadata()
            try check(store, type: type)
            store.graphStore = try graphCoordinator.addPersistentStore(
                with: RegisteredStoreDescription(store: store), configuration: configuration)
        } catch {
            store.persistentStoreCoordinator = nil
            throw ErrorAdapting().adapted(error)
        }
        if store.metadata[NSStoreModelVersionHashesKey] == nil {
            // A class that keeps its metadata itself gets the hashes that the store is written with from now on.
            var metadata = store.metadata ?? [:]
            metadata[NSStoreModelVersionHashesKey] = managedObjectModel.entityVersionHashesByName
            metadata[NSStoreModelVersionIdentifiersKey] = managedObjectModel.versionIdentifiers.map { $0.base }
            store.metadata = metadata
        }
        // What the class has read from its file.
        store.hasUnsavedMetadata = false
        return store
    }

    /// Refuses a store whose metadata belongs to another type or model version.
    private func check(_ store: NSPersistentStore, type: String) throws {
        let metadata = store.metadata ?? [:]
        guard metadata[NSStoreUUIDKey] is String else {
            throw NSError(
                code: NSPersistentStoreOpenError, at: store.url,
                "the metadata of \(Swift.type(of: store)) has no \(NSStoreUUIDKey)")
        }
        if let found = metadata[NSStoreTypeKey] as? String, !found.isEmpty, found != type {
            throw NSError(storeOfType: found, at: store.url, insteadOf: type)
        }
        guard metadata[NSStoreModelVersionHashesKey] != nil else { return }
        let configuration = store.isDefault ? nil : store.configurationName
        let typed = metadata.merging([NSStoreTypeKey: type]) { _, own in own }
        guard managedObjectModel.isConfiguration(withName: configuration, compatibleWithStoreMetadata: typed) else {
            throw NSError(
                code: NSPersistentStoreIncompatibleVersionHashError, at: store.url,
                "the store was written with another version of the model", ["metadata": metadata])
        }
    }
}

/// Describes a custom store to the runtime.
private struct RegisteredStoreDescription: PersistentStoreDescription {
    let store: NSPersistentStore

    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        switch store {
        case let store as NSAtomicStore: return try AtomicStoreAdapter(store, model: model)
        case let store as NSIncrementalStore: return IncrementalStoreAdapter(store, model: model)
        default: throw NSError(unknownStoreType: store.type)
        }
    }
}

extension NSPersistentStore {
    /// The reference objects of a custom store; nil for a store of this module.
    final var storeReferences: StoreReferences? {
        (self as? NSAtomicStore)?.references ?? (self as? NSIncrementalStore)?.references
    }
}

extension NSError {
    /// The error for a class of the program that does not fulfill the requirements of a store.
    convenience init(_ store: NSPersistentStore, _ message: String) {
        self.init(code: NSPersistentStoreOperationError, "\(Swift.type(of: store)): \(message)")
    }
}

extension UUID {
    /// Creates the same UUID for the same text.
    init(hashing text: String) {
        self = SHA256.hash(of: Array(text.utf8)).prefix(16).withUnsafeBytes(UUID.init(bytes:)) ?? UUID()
    }
}
