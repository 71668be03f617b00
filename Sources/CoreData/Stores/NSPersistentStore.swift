// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import ObjectGraph
import Synchronization

/// A store of Core Data's own SQLite format.
public let NSSQLiteStoreType = "SQLite"
/// A store that lasts as long as the process.
public let NSInMemoryStoreType = "InMemory"
/// A store of the module JSONStore: readable text.
public let NSJSONStoreType = "JSON"

/// The key of a store's identity in its metadata.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The key of a store's type in its metadata.
public let NSStoreTypeKey = "NSStoreType"
/// The key of the entities' hashes in a store's metadata.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The key of the model's version in a store's metadata.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
/// Whether a store is opened for reading only.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// Whether a store is migrated that was written with another version of the model.
public let NSMigratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomaticallyOption"
/// Whether the mapping is inferred for it, which is the only kind of mapping there is.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// How long saves of a SQLite store wait for other processes, in seconds; 240 where nothing is said.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// SQLite's settings. Kept, and of no effect here.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// Whether a store keeps a history.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// Whether a coordinator tells of changes by others.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
    "NSPersistentStoreRemoteChangeNotificationOptionKey"

// Unchecked: what changes is behind a lock, or set once as the store goes.
/// A store of a coordinator.
open class NSPersistentStore: NSObject, @unchecked Sendable {
    let graphStore: any PersistentStore
    private let model: NSManagedObjectModel
    /// The coordinator; nil once the store was removed.
    public internal(set) final weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?
    /// The configuration of the model whose entities the store keeps.
    public final let configurationName: String
    /// What it was opened with.
    public final let options: [AnyHashable: Any]?
    /// Where it is.
    public final let url: URL?
    /// Which kind of store it is.
    public final let type: String
    /// Whether it was opened for reading only.
    public final let isReadOnly: Bool
    private let ownMetadata = Mutex(Unchecked<[String: Any]>(value: [:]))
    private static let defaultConfigurationName = "PF_DEFAULT_CONFIGURATION_NAME"
    /// Whether the store keeps all entities.
    final var isDefault: Bool { configurationName == Self.defaultConfigurationName }

    init(
        _ store: any PersistentStore, type: String, configurationName: String?, url: URL?, options: [AnyHashable: Any]?,
        isReadOnly: Bool, coordinator: NSPersistentStoreCoordinator
    ) {
        graphStore = store
        self.type = type
        self.configurationName = configurationName ?? Self.defaultConfigurationName
        self.url = url
        self.options = options
        self.isReadOnly = isReadOnly
        model = coordinator.managedObjectModel
        persistentStoreCoordinator = coordinator
    }

    /// The identity of the store, the same each time it is opened.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var identifier: String! { graphStore.identifier.uuidString }

    /// What the store says of itself, and what the program has added, which is kept as long as the store is open
    /// (rule STO-11).
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var metadata: [String: Any]! {
        get {
            var metadata = ownMetadata.withLock { $0.value }
            metadata[NSStoreUUIDKey] = identifier
            metadata[NSStoreTypeKey] = type
            let entities = model.entities(forConfigurationName: isDefault ? nil : configurationName) ?? []
            let names = Set(entities.compactMap(\.name))
            metadata[NSStoreModelVersionHashesKey] = model.entityVersionHashesByName.filter { names.contains($0.key) }
            metadata[NSStoreModelVersionIdentifiersKey] = model.versionIdentifiers.map { $0.base }
            return metadata
        }
        set {
            let metadata = Unchecked(value: newValue ?? [:])
            ownMetadata.withLock { $0 = metadata }
        }
    }
}

/// The stores that coordinators have, by identity. Several coordinators may have one, each in an object of its own.
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

    /// The store with an identity that was added last, of those that a coordinator has.
    static func store(_ identifier: UUID) -> NSPersistentStore? {
        entries.withLock { $0[identifier] }?.reversed().lazy.compactMap(\.store)
            .first { $0.persistentStoreCoordinator != nil }
    }
}
