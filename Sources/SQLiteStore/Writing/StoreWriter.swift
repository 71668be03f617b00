import ObjectGraph

/// The one connection that a store writes with.
final class StoreWriter {
    private let connection: SQLiteConnection
    private let core: StoreCore
    private let log: StoreLog
    /// As `PRAGMA synchronous` takes it.
    private let synchronous: String
    /// Numbers that are reserved and have not been handed out, by the name of the root entity.
    private var reserved: [String: Range<Int64>] = [:]
    /// The greatest number that the file says is taken since this reserved some, by the name of the root entity.
    private var greatest: [String: Int64] = [:]
    private var deletedVersions = DeletedVersions()
    /// What the history is to say of the next commit.
    var transaction: PersistentHistoryTransaction?
    /// The number by which the file says that someone else has written to it.
    private var dataVersion: Int64?

    /// How many numbers are reserved at a time: each reservation is a transaction.
    private static let leastReservation = 100

    init(
        _ connection: sending SQLiteConnection, _ core: StoreCore, _ synchronous: Synchronous, _ log: StoreLog
    ) throws {
        self.log = log
        self.connection = connection
        self.core = core
        self.synchronous =
            switch synchronous {
            case .full: "FULL"
            case .normal: "NORMAL"
            case .off: "OFF"
            }
        try connection.run("PRAGMA synchronous = \(self.synchronous)")
        connection.countJournalPages()
        dataVersion = try connection.number("PRAGMA data_version")
    }

    /// Whether another connection has written to the file since this was asked last.
    func hasChangedElsewhere() throws -> Bool {
        let version = try connection.number("PRAGMA data_version")
        defer { dataVersion = version }
        return version != dataVersion
    }

    /// Reserves numbers, in the file as well, so that no other process hands them out.
    func reserve(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        if let rest = reserved[name], rest.count >= count {
            reserved[name] = rest.lowerBound + Int64(count)..<rest.upperBound
            return rest.lowerBound
        }
        guard let entity = core.layout.entities[name] else {
            throw SQLiteStoreError(
                .modelMismatch, path: core.path, "the store has no entity '\(name)'")
        }
        let taken = Int64(max(count, Self.leastReservation))
        let first = try withoutWaiting { try reserve(taken, of: entity) }
        reserved[name] = first + Int64(count)..<first + taken
        greatest[name] = first + taken - 1
        return first
    }

    /// Writes what power loss may take back: a reservation that is lost is one of numbers that no object was saved with, since
    /// the save waits for the medium.
    private func withoutWaiting<Result>(_ body: () throws -> Result) throws -> Result {
        guard synchronous == "FULL" else { return try body() }
        try connection.run("PRAGMA synchronous = NORMAL")
        let result = Swift.Result { try body() }
        // Where this fails, nothing more may be saved: saves would not last.
        try connection.run("PRAGMA synchronous = FULL")
        return try result.get()
    }

    /// - Returns: The first of some numbers that the file says are taken from now on.
    private func reserve(_ count: Int64, of entity: EntityLayout) throws -> Int64 {
        try connection.transaction {
            let stored =
                try connection.number(
                    "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(entity.number)") ?? 0
            // Some stores say less than what they hold.
            let greatest = try connection.number("SELECT MAX(Z_PK) FROM \(entity.table)") ?? 0
            let last = max(stored, greatest)
            guard last < ObjectReference.greatestNumber - count else {
                throw SQLiteStoreError(
                    .malformed, path: core.path, table: stored < greatest ? entity.table : "Z_PRIMARYKEY",
                    row: stored < greatest ? greatest : entity.number, "there is no number left after \(last)")
            }
            let first = last + 1
            try connection.run(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = \(first + count - 1) WHERE Z_ENT = \(entity.number)")
            return first
        }
    }

    /// How many pages the journal has before it is merged into the file, as SQLite has it by itself.
    private static let greatestJournalPageCount = 1_000

    /// Folds the journal into the file where it has grown. Done before a commit, when the views that the commit before has left
    /// behind are released, so that the journal begins again; what readers still need stays.
    func tidy() throws {
        guard connection.journal.pageCount >= Self.greatestJournalPageCount else { return }
        connection.journal.pageCount = 0
        let statement = try connection.statement("PRAGMA wal_checkpoint(PASSIVE)")
        defer { statement.reset() }
        guard try statement.step() else { return }
        let (pages, folded) = (Int(statement.integer(at: 1)), Int(statement.integer(at: 2)))
        if folded < pages { log.heldUp(pages: pages, left: pages - folded) } else { log.folded(pages: pages) }
    }

    // MARK: History

    private var history: HistoryWriter { HistoryWriter(connection: connection, core: core) }

    /// Begins or ends the history.
    func setTracking(_ isTracking: Bool) throws {
        try connection.transaction {
            // Another process may have been faster.
            guard try HistoryTables.arePresent(in: connection) != isTracking else { return }
            if isTracking { try history.begin() } else { try history.end() }
        }
    }

    /// Removes the transactions up to a number.
    func removeTransactions(upTo number: Int) throws {
        try connection.transaction { try history.removeTransactions(upTo: number) }
    }

    // MARK: Commits

    /// Writes changes, as a whole or not at all.
    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        do {
            var commit = SQLiteCommit(changes, connection, core, deletedVersions, reservedUpTo: greatest)
            let receipt: StoreReceipt
            (receipt, deletedVersions) = try connection.transaction {
                let written = try commit.run()
                if let transaction { try history.write(transaction) }
                return written
            }
            transaction = nil
            log.saved(journalPages: connection.journal.pageCount)
            core.external.keepMade()
            return receipt
        } catch {
            core.external.discardMade(after: error)
            // A conflict is for the context to resolve.
            if let error = error as? SQLiteStoreError { log.failed(error) }
            throw error
        }
    }
}
