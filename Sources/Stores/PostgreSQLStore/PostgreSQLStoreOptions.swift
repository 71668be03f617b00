import Foundation
public import Logging
public import ObjectGraph

/// The options for opening a ``PostgreSQLStore`` and for saving to it.
///
/// ```swift
/// let options = PostgreSQLStoreOptions(
///     schemaName: "app", maximumConnectionCount: 4, statementTimeoutMilliseconds: 5_000)
/// let store = try PostgreSQLStore(connectionString: "service=app", model: .app, options: options)
/// ```
public struct PostgreSQLStoreOptions: Sendable {
    /// The names of tables and columns in a new store. An existing store keeps its names.
    public enum Naming: String, Sendable, CaseIterable {
        /// Snake case, as is usual in databases: `first_name` for `firstName`.
        case snakeCase
        /// The names in the model.
        case model
    }

    /// The schema of the store's tables, which the store creates if it does not exist; nil for the first schema on the
    /// connection's search path. A database can contain one store in each schema. A name can have 63 bytes; it cannot
    /// be empty, `information_schema`, or begin with `pg_`, since these schemas belong to the server.
    public var schemaName: String?
    /// The naming of tables and columns in a new store.
    public var naming: Naming
    /// Whether to create a store if the schema contains none.
    public var createsStoreIfMissing: Bool
    /// The identifier of the store that this program is creating, which is incomplete for everyone else, so that nobody
    /// uses it too early, or removes a store of someone else. Nil if opening may find any store.
    var creation: UUID?
    /// Whether the store is read-only. Saves then throw.
    public var isReadOnly: Bool
    /// The maximum number of connections, not counting the one that listens (``usesNotifications``).
    public var maximumConnectionCount: Int
    /// The maximum time that a request or a save waits in line for a connection, for a new connection, for numbers of
    /// new objects that another save asks for, or for a server that restarts, in milliseconds.
    ///
    /// When the store is opened, this is also the time that the server has to answer, at least one second and at most
    /// ten, unless the connection string specifies `connect_timeout`.
    public var connectionTimeoutMilliseconds: Int
    /// The time limit of a statement, in milliseconds; nil for the server's own limit.
    ///
    /// The server ends a statement that takes longer. If it does not answer at all for
    /// ``connectionTimeoutMilliseconds`` more, because it is paused or can't be reached, the connection is given up.
    /// Without a limit, a request waits for such a server until the operating system reports the loss, so set a limit
    /// in a program that must not wait.
    public var statementTimeoutMilliseconds: Int?
    /// The time limit of a wait for a lock of another session, in milliseconds; nil for the server's own limit, which
    /// is usually none.
    ///
    /// A save waits for sessions that have changed the same rows and have not ended their transactions, such as a
    /// console that somebody has left open. A statement that has waited this long fails with the code `contention`, and
    /// is not retried.
    public var lockTimeoutMilliseconds: Int?
    /// The number of times that a save is retried after other saves interfered with it.
    public var maximumRetryCount: Int
    /// The interval between checks for the saves of other processes, in milliseconds: the maximum age of what a context
    /// follows.
    public var pollingIntervalMilliseconds: Int
    /// Whether saves notify other processes, and whether a store with contexts that follow other processes listens on
    /// an additional connection, so it learns of their saves at once. Turn this option off behind a pooler that shares
    /// the connections of sessions. Without notifications, and on a server without `LISTEN` and `NOTIFY`, the store
    /// polls at the interval ``pollingIntervalMilliseconds``.
    public var usesNotifications: Bool
    /// The durability of a save. Unless it is `full`, a save does not wait until the server has written it to disk, and
    /// a crash of the server can lose the last saves; it never damages the store.
    public var durability: Durability
    /// The logger for what the store does; nil for none. At the level `debug`, that includes each statement with its
    /// time and number of rows. It never receives attribute values or passwords. A connection uses the level that the
    /// logger has when the connection is opened.
    public var logger: Logger?

    /// Creates options. By default, the store is read-write, in the first schema on the search path, and saves are
    /// durable.
    public init(
        schemaName: String? = nil, naming: Naming = .snakeCase, createsStoreIfMissing: Bool = true,
        isReadOnly: Bool = false, durability: Durability = .full, maximumConnectionCount: Int = 8,
        connectionTimeoutMilliseconds: Int = 10_000, statementTimeoutMilliseconds: Int? = nil,
        lockTimeoutMilliseconds: Int? = nil, maximumRetryCount: Int = 20,
        pollingIntervalMilliseconds: Int = 100, usesNotifications: Bool = true, logger: Logger? = nil
    ) {
        self.schemaName = schemaName
        self.naming = naming
        self.createsStoreIfMissing = createsStoreIfMissing
        self.isReadOnly = isReadOnly
        self.maximumConnectionCount = maximumConnectionCount
        self.connectionTimeoutMilliseconds = connectionTimeoutMilliseconds
        self.statementTimeoutMilliseconds = statementTimeoutMilliseconds
        self.lockTimeoutMilliseconds = lockTimeoutMilliseconds
        self.maximumRetryCount = maximumRetryCount
        self.pollingIntervalMilliseconds = pollingIntervalMilliseconds
        self.usesNotifications = usesNotifications
        self.durability = durability
        self.logger = logger
    }
}
