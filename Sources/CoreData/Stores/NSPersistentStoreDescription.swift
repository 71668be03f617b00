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
    /// Whether opening returns before the store is open.
    open var shouldAddStoreAsynchronously = false
    private var ownOptions: [String: NSObject] = [
        NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
        NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
    ]
    private var ownPragmas: [String: NSObject] = [:]

    /// Creates the description of a SQLite store at the null device, which is in memory.
    public override required init() {}

    /// Creates the description of a SQLite store at a URL.
    public convenience init(url: URL) {
        self.init()
        self.url = url
    }

    // MARK: - Options

    /// The options of the store. By default, those for an automatic migration with an inferred mapping.
    open var options: [String: NSObject] { ownOptions }

    /// Sets an option of the store; nil to remove it. The properties below set and show the options of their names.
    ///
    /// ```swift
    /// description.setOption(NSNumber(value: true), forKey: NSPersistentHistoryTrackingKey)
    /// ```
    open func setOption(_ option: NSObject?, forKey key: String) { ownOptions[key] = option }

    /// Whether the store is read-only: the option ``NSReadOnlyPersistentStoreOption``.
    open var isReadOnly: Bool {
        get { flag(NSReadOnlyPersistentStoreOption) }
        set { ownOptions[NSReadOnlyPersistentStoreOption] = NSNumber(value: newValue) }
    }

    /// How long saves of a SQLite store wait for other processes, in seconds: the option
    /// ``NSPersistentStoreTimeoutOption``, or 240.
    open var timeout: TimeInterval {
        get { (ownOptions[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
        set { ownOptions[NSPersistentStoreTimeoutOption] = NSNumber(value: newValue) }
    }

    /// Whether a store of another model version is migrated: the option
    /// ``NSMigratePersistentStoresAutomaticallyOption``.
    open var shouldMigrateStoreAutomatically: Bool {
        get { flag(NSMigratePersistentStoresAutomaticallyOption) }
        set { ownOptions[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: newValue) }
    }

    /// Whether the mapping of a migration is inferred if the program has no mapping model for it: the option
    /// ``NSInferMappingModelAutomaticallyOption``.
    open var shouldInferMappingModelAutomatically: Bool {
        get { flag(NSInferMappingModelAutomaticallyOption) }
        set { ownOptions[NSInferMappingModelAutomaticallyOption] = NSNumber(value: newValue) }
    }

    private func flag(_ key: String) -> Bool { (ownOptions[key] as? NSNumber)?.boolValue ?? false }

    /// SQLite's settings. Only `journal_mode` has an effect, as described at ``NSSQLitePragmasOption``.
    open var sqlitePragmas: [String: NSObject] { ownPragmas }

    /// Sets one of SQLite's settings. Only `journal_mode` has an effect.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) { ownPragmas[name] = value }

    /// The options that a coordinator opens the store with.
    var allOptions: [AnyHashable: Any] {
        var options: [AnyHashable: Any] = options
        // A subclass may override a property rather than set it. A migration cannot be undone, so each may forbid it.
        if !shouldMigrateStoreAutomatically {
            options[NSMigratePersistentStoresAutomaticallyOption] = NSNumber(value: false)
        }
        if !shouldInferMappingModelAutomatically {
            options[NSInferMappingModelAutomaticallyOption] = NSNumber(value: false)
        }
        if isReadOnly { options[NSReadOnlyPersistentStoreOption] = NSNumber(value: true) }
        if options[NSPersistentStoreTimeoutOption] == nil {
            options[NSPersistentStoreTimeoutOption] = NSNumber(value: timeout)
        }
        if !sqlitePragmas.isEmpty { options[NSSQLitePragmasOption] = sqlitePragmas }
        return options
    }

    /// Returns an equal description.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.type = type
        copy.url = url
        copy.configuration = configuration
        copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
        copy.ownOptions = ownOptions
        copy.ownPragmas = ownPragmas
        return copy
    }

    /// The type, the URL and the configuration.
    open override var description: String {
        "<NSPersistentStoreDescription (type: \(type), url: \(url?.absoluteString ?? "none"))>"
    }
}
