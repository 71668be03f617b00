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
    /// The classes of stores by type, including those of this module. The values only say which class it is.
    public class var registeredStoreTypes: [String: NSValue] {
        let own = [NSSQLiteStoreType, NSInMemoryStoreType, NSJSONStoreType].map { ($0, NSPersistentStore.self) }
        return Dictionary(uniqueKeysWithValues: own).merging(RegisteredStores.all) { _, registered in registered }
            .mapValues { storeClass in
                withUnsafeBytes(of: UInt64(UInt(bitPattern: ObjectIdentifier(storeClass)))) { bytes in
                    bytes.baseAddress.map { NSValue(bytes: $0, objCType: "Q") } ?? NSNumber(value: 0)
                }
            }
    }

    /// Registers the class of a type's stores, for stores that are added afterward.
    ///
    /// - Parameters:
    ///   - storeClass: A subclass of ``NSAtomicStore`` or ``NSIncrementalStore``; nil to forget the type.
    ///   - storeType: The name of the type. A type of this module is replaced.
    public class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
        guard let storeClass else { return RegisteredStores.set(nil, forType: storeType) }
        guard storeClass is NSAtomicStore.Type || storeClass is NSIncrementalStore.Type,
            let storeClass = storeClass as? NSPersistentStore.Type
        else {
            endProgram(
                "\(storeClass) is not a subclass of NSAtomicStore or NSIncrementalStore")
        }
        RegisteredStores.set(storeClass, forType: storeType)
    }

    /// Does the same with the names of the current interface.
    public class func registerStoreClass(_ storeClass: AnyClass?, type: NSPersistentStore.StoreType) {
        registerStoreClass(storeClass, forStoreType: type.rawValue)
    }

    /// Writes the metadata of a store that is not open, at once (rule STO-12).
    ///
    /// - Throws: The errors of the class; one with the code 134000 for a type that no class is registered for.
    public class func setMetadata(
        _ metadata: [String: Any]?, forPersistentStoreOfType storeType: String, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        if let storeClass = RegisteredStores.storeClass(forType: storeType) {
            return try storeClass.setMetadata(metadata, forPersistentStoreAt: url)
        }
        try ErrorAdapting.reporting {
            try ProgramMetadata(metadata ?? [:]).write(toStoreOfType: storeType, at: url)
        }
    }

    /// Does the same with the names of the current interface.
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
    init(hashing text: String) { self = UUID(bytes: SHA256.hash(of: Array(text.utf8)).prefix(16)) ?? UUID() }
}
