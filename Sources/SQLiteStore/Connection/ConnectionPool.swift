import Synchronization

/// The connections that views of a store read with. One is in use for each view that someone holds.
final class ConnectionPool: Sendable {
    private struct Idle {
        var connections: [PooledConnection] = []
        /// How often the pool has begun again.
        var generation = 0
    }

    private let idle = Mutex(Idle())
    private let path: String
    /// Nil to read without changing a byte, in the way that fits what lies next to the file at the time.
    private let access: SQLiteConnection.Access?
    private let options: SQLiteStoreOptions

    /// How many are kept open that no one uses.
    private static let greatestIdleCount = 4
    /// How much of the file a connection keeps at most, once it has read as much.
    private static let pageKibibytes = 16_384

    init(path: String, access: SQLiteConnection.Access?, options: SQLiteStoreOptions) {
        self.path = path
        self.access = access
        self.options = options
    }

    /// A connection that sees what was committed before, and nothing else until it is taken back.
    func take() throws -> PooledConnection {
        let (known, generation) = idle.withLock { ($0.connections.popLast(), $0.generation) }
        let pooled = try known ?? makeConnection(generation)
        do {
            try pooled.use { try $0.beginReading() }
        } catch {
            takeBack(pooled)
            throw error
        }
        return pooled
    }

    /// Lets a connection go from the state that it sees.
    func takeBack(_ connection: PooledConnection) {
        connection.use { $0.endReading() }
        idle.withLock { idle in
            guard connection.generation == idle.generation, idle.connections.count < Self.greatestIdleCount else {
                return
            }
            idle.connections.append(connection)
        }
    }

    /// Lets no later view read with a connection that was made before.
    func beginAnew() {
        idle.withLock { idle in
            idle.connections = []
            idle.generation += 1
        }
    }

    private func makeConnection(_ generation: Int) throws -> PooledConnection {
        let connection = try SQLiteConnection(
            path: path, access: access ?? .toRead(path), fileSystemName: options.fileSystemName)
        connection.waitForLocks(upTo: options.waitMilliseconds)
        // What objects lead to lies all over the file: fewer pages are read twice.
        try connection.run("PRAGMA cache_size = -\(Self.pageKibibytes)")
        return PooledConnection(connection, generation: generation)
    }
}
