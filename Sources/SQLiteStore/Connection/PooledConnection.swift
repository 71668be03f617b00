import Synchronization

/// A connection that several tasks use in turn.
final class PooledConnection: Sendable {
    private let connection: Mutex<SQLiteConnection>

    init(_ connection: sending SQLiteConnection) {
        self.connection = Mutex(connection)
    }

    /// Runs a body while nobody else uses the connection.
    func use<Result: Sendable>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        try connection.withLock { try body($0) }
    }
}
