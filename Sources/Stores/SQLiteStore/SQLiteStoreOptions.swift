public import Logging
public import ObjectGraph

/// The options of a ``SQLiteStore``, including the durability of its saves.
///
/// ```swift
/// let options = SQLiteStoreOptions(durability: .normal, busyTimeoutMilliseconds: 30_000)
/// let container = try PersistentContainer(model: .app, store: .sqlite(at: url, options: options))
/// ```
public struct SQLiteStoreOptions: Sendable {
    /// Whether to open the store read-only, without changing any byte or creating files next to it. Saves throw errors.
    public var isReadOnly: Bool
    /// The durability of a save.
    public var durability: Durability
    /// The time that a save waits for another writing process, in milliseconds. A reader waits as long if that process
    /// uses a rollback journal, with which readers and a writer exclude one another.
    public var busyTimeoutMilliseconds: Int
    /// Whether to allow writing to a store that CloudKit mirrors, although the mirror does not receive the changes.
    public var writesMirroredStores: Bool
    /// The logger for what the store does; nil for none. At the level `debug`, that includes each statement with its
    /// time and number of rows. It never receives attribute values. A connection uses the level that the logger has
    /// when the connection is opened.
    public var logger: Logger?
    /// The name of the SQLite file system for a store that is open for writing; nil for the default. Tests use one that
    /// fails.
    package var fileSystemName: String?

    /// Creates options. By default, the store is writable, and saves survive power loss and wait for up to five
    /// seconds.
    public init(
        isReadOnly: Bool = false, durability: Durability = .full, busyTimeoutMilliseconds: Int = 5_000,
        writesMirroredStores: Bool = false, logger: Logger? = nil
    ) {
        self.isReadOnly = isReadOnly
        self.durability = durability
        self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
        self.writesMirroredStores = writesMirroredStores
        self.logger = logger
    }
}
