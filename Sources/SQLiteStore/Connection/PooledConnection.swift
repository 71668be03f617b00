import Synchronization

/// A connection that several tasks use in turn.
final class PooledConnection: Sendable {
    private let connection: Mutex<SQLiteConnection>
    /// How often its pool had begun again when it was made.
    let generation: Int

    init(_ connection: sending SQLiteConnection, generation: Int = 0) {
        self.generation = generation
        self.connection = Mutex(connection)
    }

    /// Runs a body while no one else uses the connection.
    func use<Result: Sendable>(_ body: (SQLiteConnection) throws -> Result) rethrows -> Result {
        try connection.withLock { try body($0) }
    }
}
