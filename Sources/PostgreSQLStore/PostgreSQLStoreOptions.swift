public import Logging

/// How a ``PostgreSQLStore`` is opened, and what its saves promise.
public struct PostgreSQLStoreOptions: Sendable {
    /// How tables and columns of a new store are named. A store that is there keeps the names it has.
    public enum Naming: String, Sendable, CaseIterable {
        /// `first_name` for `firstName`, as database people write names.
        case snakeCase
        /// As in the model.
        case model
    }

    /// The schema that the store's tables are in, made where there is none; nil for the first of the connection's search path.
    /// One database holds as many stores as it has schemas.
    public var schemaName: String?
    /// How a new store names its tables and columns.
    public var naming: Naming
    /// Whether a store is made where there is none.
    public var makesStore: Bool
    /// Whether the store is opened for reading only. Saves throw.
    public var isReadOnly: Bool
    /// How many connections the store holds at most, besides one that may listen (``usesNotifications``).
    public var connectionLimit: Int
    /// How long a question or a save waits for a connection, or for a server that comes back, in milliseconds.
    public var waitMilliseconds: Int
    /// How long a statement may take, in milliseconds; nil for the server's own limit.
    public var statementTimeoutMilliseconds: Int?
    /// How often a save is run again that others were in the way of.
    public var retryCount: Int
    /// How long the store goes on without asking what others have saved, in milliseconds: the age that what a context follows
    /// may have.
    public var changeIntervalMilliseconds: Int
    /// Whether a save notifies other processes, and a store whose contexts follow others listens on a connection more, so that
    /// others' saves are found at once. Turn it off behind a pooler that gives a session's connection to others. Without, and where
    /// the server knows no `LISTEN` and `NOTIFY`, what others have saved is looked for as often as
    /// ``changeIntervalMilliseconds`` says.
    public var usesNotifications: Bool
    /// Whether a save waits until the server has written it to its medium.
    public var isDurable: Bool
    /// Is told what the store does; nil for nothing to be told. Values of attributes and passwords never are.
    public var logger: Logger?

    /// By default for reading and writing, in the first schema of the search path, with saves that last.
    public init(
        schemaName: String? = nil, naming: Naming = .snakeCase, makesStore: Bool = true, isReadOnly: Bool = false,
        connectionLimit: Int = 8, waitMilliseconds: Int = 10_000, statementTimeoutMilliseconds: Int? = nil,
        retryCount: Int = 20, changeIntervalMilliseconds: Int = 100, usesNotifications: Bool = true,
        isDurable: Bool = true, logger: Logger? = nil
    ) {
        self.schemaName = schemaName
        self.naming = naming
        self.makesStore = makesStore
        self.isReadOnly = isReadOnly
        self.connectionLimit = connectionLimit
        self.waitMilliseconds = waitMilliseconds
        self.statementTimeoutMilliseconds = statementTimeoutMilliseconds
        self.retryCount = retryCount
        self.changeIntervalMilliseconds = changeIntervalMilliseconds
        self.usesNotifications = usesNotifications
        self.isDurable = isDurable
        self.logger = logger
    }
}
