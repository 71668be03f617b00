public import Foundation
import ModelSchema
import ObjectGraph
import Synchronization

/// The classes of stores that programs have registered.
enum RegisteredStores {
    private static let registered = Mutex<[String: NSPersistentStore.Type]>([:])
    private static let isUsed = Atomic(false)

    /// Whether a class was ever registered. Until then, contexts do not have to record which of them calls.
    static var isAny: Bool { isUsed.load(ordering: .relaxed) }
    private static var all: [String: NSPersistentStore.Type] { registered.withLock { $0 } }

    static func storeClass(forType type: String) -> NSPersistentStore.Type? {
        isAny ? registered.withLock { $0[type] } : nil
    }

    /// Registers a class, or forgets the type for nil.
    ///
    /// - Precondition: The class is a subclass of ``NSAtomicStore`` or ``NSIncrementalStore``.
    static func register(_ storeClass: AnyClass?, forType type: String) {
        let typed = storeClass as? NSPersistentStore.Type
        if let storeClass {
            require(
                typed is NSAtomicStore.Type || typed is NSIncrementalStore.Type,
                "\(storeClass) is not a subclass of NSAtomicStore or NSIncrementalStore")
        }
        isUsed.store(true, ordering: .relaxed)
        registered.withLock { $0[type] = typed }
    }

    /// The classes by type, with those of this module, as values that only say which class it is.
    static var classes: [String: NSValue] {
        let own = StoreFormat.types.map { ($0, NSPersistentStore.self) }
        return Dictionary(uniqueKeysWithValues: own).merging(all) { _, registered in registered }
            .mapValues { storeClass in
                withUnsafeBytes(of: UInt64(UInt(bitPattern: ObjectIdentifier(storeClass)))) { bytes in
                    bytes.baseAddress.map { NSValue(bytes: $0, objCType: "Q") } ?? NSNumber(value: 0)
                }
            }
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
    /// ```swift
    /// var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: backupURL)
    /// metadata["origin"] = "import"
    /// try NSPersistentStoreCoordinator.setMetadata(metadata, type: .sqlite, at: backupURL)
    /// ```
    ///
    /// - Throws: The errors of ``setMetadata(_:forPersistentStoreOfType:at:options:)``.
    public class func setMetadata(
        _ metadata: [String: Any]?, type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(metadata, forPersistentStoreOfType: type.rawValue, at: url, options: options)
    }

    /// Creates a store of a registered class, opens it, and adds it.
    ///
    /// - Parameter source: The store whose objects it should have; not for a class of the program.
    final func addRegisteredStore(
        of storeClass: NSPersistentStore.Type, type: String, configurationName: String?, at url: URL?,
        options: [AnyHashable: Any]?, copying source: (any PersistentStore)?
    ) throws -> NSPersistentStore {
        guard source == nil else {
            throw NSError(
                code: NSPersistentStoreUnsupportedRequestTypeError,
                "objects cannot be migrated to a store of the registered type '\(type)'; copy them with a context")
        }
        let store = try openRegisteredStore(
            of: storeClass, type: type, configurationName: configurationName, at: url, options: options)
        take(store)
        store.didAdd(to: self)
        return store
    }

    private func openRegisteredStore(
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

    /// Returns the ID for a URI of a custom store, which names the reference object; nil for any other.
    final func registeredObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        guard RegisteredStores.isAny, url.scheme == "x-coredata",
            let store = url.host().flatMap({ UUID(uuidString: $0) }),
            let references = persistentStores.first(where: { $0.graphIdentifier == store })?.storeReferences
        else { return nil }
        let parts = url.path(percentEncoded: true).split(separator: "/").map { $0.removingPercentEncoding ?? "" }
        guard parts.count == 2, parts[1].hasPrefix("p"), parts[1].count > 1,
            let entity = managedObjectModel.entitiesByName[parts[0]]
        else { return nil }
        return NSManagedObjectID(
            references.objectID(forText: String(parts[1].dropFirst()), of: entity.graphEntity, in: store))
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
