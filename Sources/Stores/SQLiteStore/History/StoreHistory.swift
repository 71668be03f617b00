import ObjectGraph
import Synchronization

/// The history in a store's file. A transaction is written together with its save, or not at all.
final class StoreHistory: CommitCheckedHistory {
    private let writer: SharedWriter?
    private let pool: ConnectionPool
    private let core: StoreCore
    /// Whether the file had a history when it was last read.
    private let tracking: Mutex<Bool>
    /// The numbers from the last read, for use when the file cannot be read.
    private let known = Mutex<(last: Int, lastRemoved: Int)>((0, 0))

    init(_ writer: SharedWriter?, _ pool: ConnectionPool, _ core: StoreCore) throws {
        self.writer = writer
        self.pool = pool
        self.core = core
        let connection = try pool.take()
        defer { pool.takeBack(connection) }
        tracking = Mutex(try connection.use { try HistoryTables.arePresent(in: $0) })
        _ = try writer?.readTrackingIfAvailable()
    }

    /// Whether the file has a history, which another process can start or end. If the file cannot be read, the save or
    /// the query itself says why.
    var isTracking: Bool {
        let found =
            if let writer {
                (try? writer.readTrackingIfAvailable()).flatMap { $0 }
            } else {
                try? reading { try HistoryTables.arePresent(in: $0.connection) }
            }
        return tracking.withLock { tracking in
            if let found { tracking = found }
            return tracking
        }
    }

    var lastTracking: Bool { writer?.lastTracking ?? false }

    func setTracking(_ isTracking: Bool) throws {
        guard isTracking != self.isTracking else { return }
        try writing { try $0.setTracking(isTracking) }
        tracking.withLock { $0 = isTracking }
    }

    var lastTransactionNumber: Int {
        guard let number = try? reading({ try $0.lastNumber() }) else { return known.withLock { $0.last } }
        known.withLock { $0.last = number }
        return number
    }

    var lastRemovedTransactionNumber: Int {
        guard isTracking else { return lastTransactionNumber }
        guard let number = try? reading({ try $0.lastRemovedNumber() }) else {
            return known.withLock { $0.lastRemoved }
        }
        known.withLock { $0.lastRemoved = number }
        return number
    }

    func append(_ transaction: PersistentHistoryTransaction) throws {
        try writing { $0.transaction = transaction }
    }

    func revertLastTransaction(after error: any Error) { try? writer?.use { $0.transaction = nil } }

    func transactions(after number: Int) throws -> [PersistentHistoryTransaction] {
        guard isTracking else { return [] }
        return try reading { try $0.transactions(after: number) }
    }

    func transactions(
        changing objectID: ObjectID, before number: Int?, limit: Int
    ) throws -> [PersistentHistoryTransaction] {
        guard isTracking else { return [] }
        return try reading { try $0.transactions(changing: objectID, before: number, limit: limit) }
    }

    func removeTransactions(upTo number: Int) throws {
        guard isTracking else { return }
        try writing { try $0.removeTransactions(upTo: number) }
    }

    private func writing<Result: Sendable>(_ body: (StoreWriter) throws -> Result) throws -> Result {
        guard let writer else { throw StoreError(.readOnly, location: core.path, "the store is read-only") }
        return try writer.write(body)
    }

    /// Reads the latest state. An open view would show the state at its opening.
    private func reading<Result: Sendable>(_ body: (HistoryReader) throws -> Result) throws -> Result {
        let connection = try pool.take()
        defer { pool.takeBack(connection) }
        return try connection.use { try body(HistoryReader(connection: $0, core: core)) }
    }
}
