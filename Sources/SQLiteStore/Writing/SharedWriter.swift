import ObjectGraph
import Synchronization

/// What a store writes with, by one task at a time.
final class SharedWriter: Sendable {
    private let writer: Mutex<StoreWriter>

    init(
        _ connection: sending SQLiteConnection, _ core: StoreCore, _ synchronous: Synchronous, _ log: StoreLog
    ) throws {
        writer = Mutex(try StoreWriter(connection, core, synchronous, log))
    }

    /// Runs a body while no one else writes.
    func use<Result: Sendable>(_ body: (StoreWriter) throws -> Result) throws -> Result {
        try writer.withLock { try body($0) }
    }
}
