import StoreMigration
import Synchronization

/// The read connections of a store's views. Each open view uses one,
/// or a few if several tasks query it at the same time.
final class ConnectionPool: Sendable {
    private struct Idle {
        var connections: [PooledConnection] = []
        /// The number of times that the pool was renewed.
        var generation = 0
    }

    private let idle = Mutex(Idle())
    private let path: String
    /// Nil to read without changing a byte, in the way that fits the files next to the store at the time.
    private let access: SQLiteConnection.Access?
    private let options: SQLiteStoreOptions
    private let file: OpenedFile
    private let model: OpenedModel
    /// What notices commits; nil for a store that is open read-only, which may read without locks.
    let commits: CommitWatch?

    /// The maximum number of unused open connections.
    private static let maximumIdleCount = 4
    /// The maximum size of the part of the file that a connection caches.
    private static let pageKibibytes = 16_384

    init(
        _ core: StoreCore, access: SQLiteConnection.Access?, commits: CommitWatch?, options: SQLiteStoreOptions
    ) {
        path = core.path
        self.access = access
        file = core.file
        model = core.openedModel
        self.commits = commits
        self.options = options
    }

    /// A connection that sees the current state until it is returned to the pool.
    ///
    /// - Parameter checksFile: Whether to check that the file is still the one that the store opened.
    /// - Throws: `StoreError` if the file cannot be read, or is not the one that the store opened, or if someone has
    ///   migrated the store since.
    func take(checkingFile checksFile: Bool = true) throws -> PooledConnection {
        if checksFile { try file.check() }
        let (known, generation) = idle.withLock { ($0.connections.popLast(), $0.generation) }
        let current = known.flatMap { known in known.use(\.isUpToDate) ? known : nil }
        let pooled = try current ?? makeConnection(generation)
        do {
            try pooled.use { connection in
                let mayHaveOtherTables = try connection.interruptible { try connection.beginReading() }
                if mayHaveOtherTables { try model.check(connection) }
            }
        } catch {
            // Not back into the pool, because another attempt has to check the tables again.
            pooled.use { $0.endReading() }
            throw error
        }
        return pooled
    }

    /// Ends the read transaction of a connection.
    func takeBack(_ connection: PooledConnection) {
        connection.use { $0.endReading() }
        idle.withLock { idle in
            guard connection.generation == idle.generation, idle.connections.count < Self.maximumIdleCount else {
                return
            }
            idle.connections.append(connection)
        }
    }

    /// Retires existing connections, so no later view uses one.
    func beginAnew() {
        idle.withLock { idle in
            idle.connections = []
            idle.generation += 1
        }
    }

    private func makeConnection(_ generation: Int) throws -> PooledConnection {
        let connection = try SQLiteConnection(
            path: path, access: access ?? .toRead(path), fileSystemName: options.fileSystemName,
            log: StoreLog(options.logger, store: path))
        connection.waitForLocks(upTo: options.busyTimeoutMilliseconds)
        try file.check(new: connection)
        // Destinations are scattered over the file: with a larger cache, fewer pages are read twice.
        try connection.run("PRAGMA cache_size = -\(Self.pageKibibytes)")
        return PooledConnection(connection, generation: generation)
    }
}

/// A connection that several tasks use in turn.
final class PooledConnection: Sendable {
    private let connection: Mutex<SQLiteConnection>
    /// The generation of its pool when it was created.
    let generation: Int

    init(_ connection: sending SQLiteConnection, generation: Int = 0) {
        self.generation = generation
        self.connection = Mutex(connection)
    }

    /// Runs a closure with exclusive use of the connection.
    func use<Result: Sendable>(_ body: (SQLiteConnection) throws -> Result) rethrows -> Result {
        try connection.withLock { try body($0) }
    }

    /// Runs a closure like ``use(_:)``, unless another task uses the connection; returns nil then.
    func useIfFree<Result: Sendable>(_ body: (SQLiteConnection) throws -> Result) rethrows -> Result? {
        try connection.withLockIfAvailable { try body($0) }
    }
}
