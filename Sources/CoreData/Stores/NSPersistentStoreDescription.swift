public import Foundation

// Unchecked: it is set up by one thread before it is handed to a coordinator.
/// A description of a store to open, with its options.
open class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
    /// The type of the store.
    open var type = NSSQLiteStoreType
    /// Its URL; nil for a store in memory.
    open var url: URL?
    /// The configuration of the model whose entities it keeps; nil for all.
    open var configuration: String?
    /// Whether the store is read-only.
    open var isReadOnly = false
    /// How long saves of a SQLite store wait for other processes, in seconds.
    open var timeout: TimeInterval = 240
    /// Whether opening returns before the store is open.
    open var shouldAddStoreAsynchronously = false
    /// Whether a store is migrated that was written with another version of the model.
    open var shouldMigrateStoreAutomatically = true
    /// Whether the mapping is inferred for it, which is the only kind of mapping there is.
    open var shouldInferMappingModelAutomatically = true
    private var ownOptions: [String: NSObject] = [:]
    private var ownPragmas: [String: NSObject] = [:]

    /// A store of Core Data's SQLite format without a place.
    public override required init() {}

    /// A store of Core Data's SQLite format at a place.
    public convenience init(url: URL) {
        self.init()
        self.url = url
    }

    /// The options of the store.
    open var options: [String: NSObject] { ownOptions }

    /// Sets an option of the store.
    open func setOption(_ option: NSObject?, forKey key: String) { ownOptions[key] = option }

    /// SQLite's settings. Kept, and of no effect here.
    open var sqlitePragmas: [String: NSObject] { ownPragmas }

    /// Sets one of SQLite's settings. Kept, and of no effect here.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) { ownPragmas[name] = value }

    /// What the store is opened with, as a coordinator takes it.
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

    /// Another description that is the same.
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

    /// The type, the place and the configuration.
    open override var description: String {
        "<NSPersistentStoreDescription (type: \(type), url: \(url?.absoluteString ?? "none"))>"
    }
}
