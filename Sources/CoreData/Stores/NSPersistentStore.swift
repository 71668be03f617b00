// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import JSONStore
import ObjectGraph
import SQLiteStore
import Synchronization

/// A store of Core Data's own SQLite format.
public let NSSQLiteStoreType = "SQLite"
/// A store that lasts as long as the process.
public let NSInMemoryStoreType = "InMemory"
/// A store of the module JSONStore, in readable JSON.
public let NSJSONStoreType = "JSON"
/// A store whose objects are in memory, and whose file is written as a whole or appended to. Apple doesn't document its
/// binary format, so the file is that of ``NSJSONStoreType``, which names its format at its start, and Apple's
/// framework can't read it.
public let NSBinaryStoreType = "Binary"

/// The key of a store's UUID in its metadata.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The key of a store's type in its metadata.
public let NSStoreTypeKey = "NSStoreType"
/// The key of the entities' hashes in a store's metadata.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The key of the model's version in a store's metadata.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
/// Whether a store is read-only.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// Whether a store of another model version is migrated.
public let NSMigratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomaticallyOption"
/// Whether the mapping of a migration is inferred, which is the only kind of mapping there is.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// How long saves of a SQLite store wait for other processes, in seconds; 240 by default.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// SQLite's settings, by their names. Only `journal_mode` has an effect: with any mode but `WAL`, a save is also merged
/// into the file, so that a copy of the file alone has it, as soon as no other context reads an earlier state.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// Whether a store keeps a history.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// Whether a coordinator posts notifications about changes by others.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
    "NSPersistentStoreRemoteChangeNotificationOptionKey"

// Unchecked: what changes is behind a lock.
/// A store of a coordinator.
///
/// Custom stores are subclasses of ``NSAtomicStore`` and ``NSIncrementalStore``.
///
/// ```swift
/// for store in coordinator.persistentStores {
///     let metadata = coordinator.metadata(for: store)
///     lines.append("\(store.type) \(metadata[NSStoreUUIDKey] ?? ""): \(store.url?.path ?? "in memory")")
/// }
/// ```
open class NSPersistentStore: NSObject, @unchecked Sendable {
    /// The model of the store's objects; nil for a store that was created without a coordinator.
    private let model: NSManagedObjectModel?
    /// The coordinator; nil after the store was removed.
    public internal(set) final var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { place.withLock { $0.coordinator } }
        set { place.withLock { $0.coordinator = newValue } }
    }
    /// The configuration of the model whose entities the store keeps.
    public final let configurationName: String
    /// The options of the store.
    public final let options: [AnyHashable: Any]?
    /// The URL of the store; nil for a store that was added without one, and for a custom atomic store at `/dev/null`.
    open var url: URL? {
        get { place.withLock { $0.url } }
        set { place.withLock { $0.url = newValue } }
    }
    /// Whether the store is read-only.
    open var isReadOnly: Bool {
        get { place.withLock { $0.isReadOnly } }
        set { place.withLock { $0.isReadOnly = newValue } }
    }
    /// Whether saves are merged into the file of a SQLite store.
    private let mergesJournal: Bool
    private let place: Mutex<Place>
    private let ownMetadata = Mutex(Metadata())
    private let madeIdentifier = Mutex(UUID())
    private let usedIdentifier = Mutex<UUID?>(nil)
    private let source = Mutex(Source())

    /// Where the store is, and what it consists of.
    private struct Place {
        weak var coordinator: NSPersistentStoreCoordinator?
        var url: URL?
        var isReadOnly: Bool
        var type = ""
        /// The runtime's store; nil until a coordinator opens it.
        var graphStore: (any PersistentStore)?
    }

    // Unchecked: only the identity of the description is of interest.
    /// What the store was opened by.
    private struct Source: @unchecked Sendable {
        weak var description: NSPersistentStoreDescription?
    }

    // Unchecked: the values are immutable property list values, and the mutex guards the dictionary.
    /// The metadata that the program has set.
    private struct Metadata: @unchecked Sendable {
        var values: [String: Any] = [:]
        /// Whether the store's file lacks values that the program has set.
        var isUnsaved = false
    }

    /// The name of the configuration with all entities.
    static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"
    /// Whether the store keeps all entities.
    final var isDefault: Bool { configurationName == Self.defaultConfigurationName }

    /// Creates a store at a URL. Coordinators create the stores of registered classes.
    public init(
        persistentStoreCoordinator root: NSPersistentStoreCoordinator?, configurationName name: String?, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) {
        model = root?.managedObjectModel
        configurationName = name ?? Self.defaultConfigurationName
        self.options = options
        let journalMode = (options?[NSSQLitePragmasOption] as? [String: Any])?["journal_mode"]
        mergesJournal = journalMode.map { "\($0)".uppercased() != "WAL" } ?? false
        let isReadOnly = (options?[NSReadOnlyPersistentStoreOption] as? NSNumber)?.boolValue ?? false
        place = Mutex(Place(coordinator: root, url: url, isReadOnly: isReadOnly))
    }

    /// Does the same for a class that is known only at run time.
    public required convenience init(
        of coordinator: NSPersistentStoreCoordinator, configurationName name: String?, storeURL url: URL,
        options: [AnyHashable: Any]?
    ) {
        self.init(persistentStoreCoordinator: coordinator, configurationName: name, at: url, options: options)
    }

    /// Creates a store of this package.
    convenience init(
        _ store: any PersistentStore, metadata: ProgramMetadata, type: String, configurationName: String?, url: URL?,
        options: [AnyHashable: Any]?, isReadOnly: Bool, coordinator: NSPersistentStoreCoordinator
    ) {
        self.init(
            persistentStoreCoordinator: coordinator, configurationName: configurationName,
            at: url ?? URL(filePath: "/dev/null"), options: options)
        self.url = url
        self.isReadOnly = isReadOnly
        place.withLock { $0.type = type }
        graphStore = store
        let metadata = Metadata(values: metadata.values)
        ownMetadata.withLock { $0 = metadata }
    }

    /// The runtime's store.
    ///
    /// - Precondition: A coordinator has opened the store.
    final var graphStore: any PersistentStore {
        get {
            guard let store = place.withLock({ $0.graphStore }) else {
                endProgram("\(self) belongs to no coordinator; add it with addPersistentStore")
            }
            return store
        }
        set { place.withLock { $0.graphStore = newValue } }
    }

    /// The description by which a coordinator opened the store; nil if it was opened in another way.
    final var openedDescription: NSPersistentStoreDescription? {
        get { source.withLock { $0 }.description }
        set {
            let source = Source(description: newValue)
            self.source.withLock { $0 = source }
        }
    }

    /// The type of the store.
    open var type: String { place.withLock { $0.type } }

    /// The UUID in the IDs of the store's objects: the store's own identifier if that is a UUID. It stays the same from
    /// the first use on.
    final var graphIdentifier: UUID {
        if let known = usedIdentifier.withLock({ $0 }) { return known }
        let text = identifier ?? ""
        let made = UUID(uuidString: text) ?? UUID(hashing: text)
        return usedIdentifier.withLock { used in
            let identifier = used ?? made
            used = identifier
            return identifier
        }
    }

    /// The UUID of the store, the same each time it is opened. A custom store takes it from its metadata.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var identifier: String! {
        get {
            if !isRegistered, let store = place.withLock({ $0.graphStore }) { return store.identifier.uuidString }
            let known = ownMetadata.withLock { $0.values[NSStoreUUIDKey] as? String }
            return known ?? madeIdentifier.withLock { $0.uuidString }
        }
        set {
            let identifier = newValue
            ownMetadata.withLock { $0.values[NSStoreUUIDKey] = identifier }
        }
    }

    /// Whether the store is of a class that a program has registered.
    final var isRegistered: Bool { self is NSAtomicStore || self is NSIncrementalStore }

    /// The store's metadata, and what the program has added to it, which the next save writes to the store's file
    /// (rules STO-11 and STO-12). A custom store decides how it keeps its metadata.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var metadata: [String: Any]! {
        get {
            var metadata = ownMetadata.withLock { $0 }.values
            metadata[NSStoreUUIDKey] = identifier
            metadata[NSStoreTypeKey] = type
            guard let model, !isRegistered || metadata[NSStoreModelVersionHashesKey] == nil else { return metadata }
            // Of all entities, as in a store's file, whatever its configuration.
            metadata.merge(model.storeMetadata) { _, own in own }
            return metadata
        }
        set {
            let metadata = Metadata(values: newValue ?? [:], isUnsaved: true)
            ownMetadata.withLock { $0 = metadata }
        }
    }

    /// Whether the store's file lacks metadata that the program has set.
    final var hasUnsavedMetadata: Bool {
        get { ownMetadata.withLock { $0.isUnsaved } }
        set { ownMetadata.withLock { $0.isUnsaved = newValue } }
    }

    /// Checks that the store can keep the metadata that the program has set, before a context saves.
    ///
    /// - Throws: An error for a read-only store, or for a value that the store cannot keep.
    final func checkUnsavedMetadata() throws {
        let (metadata, store) = (ownMetadata.withLock { $0 }, graphStore)
        guard metadata.isUnsaved, !(store is any CustomStoreAdapter) else { return }
        if isReadOnly { throw NSError(readOnly: self) }
        try ProgramMetadata(metadata.values).check(for: store)
    }

    /// Writes the metadata that the program has set, after a context has saved (rule STO-12). A save that fails leaves
    /// the store's file with the metadata that fits its objects.
    ///
    /// - Parameter context: The context, for a custom store, which has got the metadata already if the context had
    ///   changes for it.
    /// - Throws: The store's error. The metadata is unsaved then.
    final func saveMetadata(for context: NSManagedObjectContext) throws {
        guard hasUnsavedMetadata else { return }
        switch graphStore {
        case let adapter as any CustomStoreAdapter: try adapter.saveMetadata(for: context)
        case let store:
            if isReadOnly { throw NSError(readOnly: self) }
            hasUnsavedMetadata = false
            do {
                try ProgramMetadata(ownMetadata.withLock { $0 }.values).write(to: store)
            } catch {
                hasUnsavedMetadata = true
                throw error
            }
        }
    }

    /// Merges what was saved into the file, if the store's options request it.
    final func mergeJournalIfRequested() {
        guard mergesJournal, let store = graphStore as? SQLiteStore else { return }
        // The save itself has succeeded, and a later one merges what this one could not.
        try? store.mergeJournal()
    }

    /// Releases the file of a store that its coordinator has removed: objects and contexts that were read from it, and
    /// variables of the program, would keep it open.
    final func close() { (graphStore as? JSONStore)?.close() }

    // MARK: - Overridden by custom stores

    /// Reads the metadata before the store is opened: for a file that exists, the result of
    /// ``metadataForPersistentStore(with:)``.
    ///
    /// - Throws: The error of ``metadataForPersistentStore(with:)``. Adding the store throws it.
    open func loadMetadata() throws {
        guard let url, !url.isNullDevice, FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else {
            return
        }
        metadata = try Swift.type(of: self).metadataForPersistentStore(with: url)
    }

    /// Reads the metadata of a store of this class from its file. If a class overrides it, it is available without
    /// opening the store, so a store of another model version is refused.
    ///
    /// - Throws: Only in an override, which throws an error for a file that is not a store of the class.
    open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] { [:] }

    /// Writes the metadata of a store of this class, which is not open.
    ///
    /// - Throws: An error with the code 134070 unless it is overridden.
    open class func setMetadata(_ metadata: [String: Any]?, forPersistentStoreAt url: URL) throws {
        throw NSError(
            code: NSPersistentStoreOperationError,
            "\(self) cannot set the metadata of a closed store; override setMetadata(_:forPersistentStoreAt:)")
    }

    /// The class that migrates stores of this class: ``NSMigrationManager``.
    open class func migrationManagerClass() -> AnyClass { NSMigrationManager.self }

    /// Called after a coordinator has added the store.
    open func didAdd(to coordinator: NSPersistentStoreCoordinator) {}

    /// Called before a coordinator removes the store.
    open func willRemove(from coordinator: NSPersistentStoreCoordinator?) {}

    /// Returns the reference object of an object in a custom store.
    final func referenceObject(of objectID: NSManagedObjectID, in references: StoreReferences) -> Any {
        guard objectID.graphID.storeIdentifier == graphIdentifier,
            let reference = references.reference(of: objectID.graphID)
        else {
            let reason = objectID.isTemporaryID ? "it is temporary" : "it was not created by this store"
            endProgram("the object ID \(objectID.graphID) has no reference object: \(reason)")
        }
        return reference
    }
}

/// The runtime's side of a store of a registered class.
protocol CustomStoreAdapter: NumberAllocatingStore {
    /// Lets the store save although there is nothing but its metadata.
    func saveMetadata(for context: NSManagedObjectContext) throws
}

/// The stores that coordinators have, by UUID. Several coordinators can have the same store, each with its own object.
enum StoresInUse {
    private struct Entry {
        weak var store: NSPersistentStore?
    }

    private static let entries = Mutex<[UUID: [Entry]]>([:])

    static func add(_ store: NSPersistentStore) {
        entries.withLock { entries in
            entries = entries.compactMapValues { stores in
                let present = stores.filter { $0.store != nil }
                return present.isEmpty ? nil : present
            }
            entries[store.graphStore.identifier, default: []].append(Entry(store: store))
        }
    }

    /// The store of a coordinator with some UUID: of several, the one that was added last.
    static func store(_ identifier: UUID) -> NSPersistentStore? {
        entries.withLock { $0[identifier] }?.reversed().lazy.compactMap(\.store)
            .first { $0.persistentStoreCoordinator != nil }
    }
}
