public import Foundation

/// A description of a store to open, with its options.
///
/// ```swift
/// let description = NSPersistentStoreDescription(url: url)
/// description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
/// description.shouldMigrateStoreAutomatically = false
/// container.persistentStoreDescriptions = [description]
/// ```
open class NSPersistentStoreDescription: NSObject, NSCopying {
    /// The type of the store.
    open var type = NSSQLiteStoreType
    /// The URL of the store. The null device stands for a store in memory, and is never touched as a file.
    open var url: URL? = URL(filePath: "/dev/null")
    /// The model's configuration whose entities the store keeps; nil for all.
    open var configuration: String?
    /// Whether the store is read-only.
    open var isReadOnly = false
    /// How long saves of a SQLite store wait for other processes, in seconds.
    open var timeout: TimeInterval = 240
    /// Whether opening returns before the store is open.
    open var shouldAddStoreAsynchronously = false
    /// Whether a store of another model version is migrated.
    open var shouldMigrateStoreAutomatically = true
    /// Whether the mapping of a migration is inferred if the program has no mapping model for it.
    open var shouldInferMappingModelAutomatically = true
    private var ownOptions: [String: NSObject] = [:]
    private var ownPragmas: [String: NSObject] = [:]

    /// Creates the description of a SQLite store at the null device, which is in memory.
    public override required init() {}

    /// Creates the description of a SQLite store at a URL.
    public convenience init(url: URL) {
        self.init()
        self.url = url
    }

    /// The options of the store.
    open var options: [String: NSObject] { ownOptions }

    /// Sets an option of the store.
    open func setOption(_ option: NSObject?, forKey key: String) { ownOptions[key] = option }

    /// SQLite's settings. Stored, but without effect here.
    open var sqlitePragmas: [String: NSObject] { ownPragmas }

    /// Sets one of SQLite's settings. Stored, but without effect here.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) { ownPragmas[name] = value }

    /// The options that a coordinator opens the store with.
    var allOptions: [AnyHashable: Any] {
        var options: [AnyHashable: Any] = ownOptions
        if isReadOnly { options[NSReadOnlyPersistentStoreOption] = NSNumber(value: true) }
        if options[NSPersistentStoreTimeoutOption] == nil {
            options[NSPersistentStoreTimeoutOption] = NSNumber(value: timeout)
        }
        options[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: shouldMigrateStoreAutomatically)
        options[NSInferMappingModelAutomaticallyOption] = NSNumber(value: shouldInferMappingModelAutomatically)
        return options
    }

    /// Returns an equal description.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.type = type
        copy.url = url
        copy.configuration = configuration
        copy.isReadOnly = isReadOnly
        copy.timeout = timeout
        copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
        copy.shouldMigrateStoreAutomatically = shouldMigrateStoreAutomatically
        copy.shouldInferMappingModelAutomatically = shouldInferMappingModelAutomatically
        copy.ownOptions = ownOptions
        copy.ownPragmas = ownPragmas
        return copy
    }

    /// The type, the URL and the configuration.
    open override var description: String {
        "<NSPersistentStoreDescription (type: \(type), url: \(url?.absoluteString ?? "none"))>"
    }
}
