import Foundation
import ObjectGraph
import SQLStore
import StoreMigration
import Synchronization

/// The only write connection of a store.
final class StoreWriter {
    private let connection: SQLiteConnection
    private let core: StoreCore
    private let log: StoreLog
    private let durability: Durability
    private let reserved: ReservedNumbers
    private var deletedVersions = DeletedVersions()
    /// The transaction of the next commit for the history.
    var transaction: PersistentHistoryTransaction?
    /// Whether the next commit replaces hashes that an earlier version of this module computed.
    private var replacesEarlierHashes: Bool
    /// The number that changes when someone else has written to the file.
    private var dataVersion: Int64?
    /// The size of the file when it was last written to, and the number that changes when someone else writes to it.
    /// Only others make the file shorter, such as by a `VACUUM`.
    private var knownSize: (bytes: Int64, dataVersion: Int64?)?
    private var journalSpace = JournalSpace()
    /// Whether the file had a history when its tables had a number.
    private(set) var knownTracking: (version: Int64, isTracking: Bool)?

    /// The number of numbers reserved at a time, because each reservation is a transaction.
    private static let leastReservation = 100

    init(
        _ connection: sending SQLiteConnection, _ core: StoreCore, _ durability: Durability, _ log: StoreLog,
        _ reserved: ReservedNumbers
    ) throws {
        self.reserved = reserved
        self.log = log
        self.connection = connection
        self.core = core
        replacesEarlierHashes = core.hasEarlierHashes
        self.durability = durability
        try connection.setDurability(durability)
        connection.countJournalPages()
        dataVersion = try connection.number("PRAGMA data_version")
        core.plainTexts.note(dataVersion: dataVersion)
        core.file.expectJournal()
    }

    /// Runs a closure as one transaction, with the number of the tables in it.
    ///
    /// - Throws: What the closure throws, or `StoreError`, also if someone has migrated the store since it was opened.
    ///   If the file was replaced during the transaction, the earlier file may have the changes, but the file at the
    ///   path does not.
    private func transaction<Result>(_ body: (_ tablesVersion: Int64) throws -> Result) throws -> Result {
        let result = try connection.transaction {
            let version = try core.openedModel.check(connection)
            // Without waiting for the medium, a longer journal takes no more time.
            if durability == .full {
                journalSpace.make(for: connection, maximumPageCount: Self.maximumJournalPageCount)
            }
            return try body(version)
        }
        try core.file.checkAgain()
        return result
    }

    /// Checks that the file is the one that the store opened, and that no one has truncated or overwritten it.
    func checkFile() throws {
        let size = try core.file.check()
        guard try connection.fileBeginsAsDatabase() else { throw core.file.truncated }
        if let knownSize, size >= knownSize.bytes {
            self.knownSize?.bytes = size
            return
        }
        let version = try connection.number("PRAGMA data_version")
        if let knownSize, knownSize.dataVersion == version { throw core.file.truncated }
        knownSize = (size, version)
    }

    /// Whether another connection has written to the file since the last call.
    func hasChangedElsewhere() throws -> Bool {
        let version = try currentDataVersion()
        defer { dataVersion = version }
        core.plainTexts.note(dataVersion: version)
        return version != dataVersion
    }

    /// The number that changes when another connection writes to the file.
    func currentDataVersion() throws -> Int64? { try connection.number("PRAGMA data_version") }

    /// Reserves numbers, also in the file, so no other process assigns them.
    func reserve(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        // Another context may have reserved numbers meanwhile.
        if let first = reserved.reserve(count, forRootEntityNamed: name) { return first }
        guard let entity = core.layout.entities[name] else {
            throw StoreError(.modelMismatch, location: core.path, "the store has no entity '\(name)'")
        }
        try checkFile()
        let taken = Int64(max(count, Self.leastReservation))
        let first = try withoutWaiting {
            try transaction { _ in
                try connection.reserve(
                    taken, ofEntity: entity.number, in: entity.table, upTo: ObjectReference.maximumNumber)
            }
        }
        reserved.replace(first + Int64(count)..<first + taken, forRootEntityNamed: name)
        return first
    }

    /// Writes without waiting for the medium. A reservation can be lost at power loss only before an object is saved
    /// with its numbers, because the save waits for the medium.
    private func withoutWaiting<Result>(_ body: () throws -> Result) throws -> Result {
        guard durability == .full else { return try body() }
        try connection.run("PRAGMA synchronous = \(Durability.normal.pragmaValue)")
        let result = Swift.Result { try body() }
        // If this fails, no further saves are allowed, because they would not be durable.
        try connection.run("PRAGMA synchronous = \(Durability.full.pragmaValue)")
        return try result.get()
    }

    /// The number of pages at which the journal is merged into the file, which is SQLite's default.
    private static let maximumJournalPageCount = 1_000

    /// Merges a large journal into the file. This happens before a commit, when the views of the previous state have
    /// been released, so the journal can restart.
    func tidy() throws {
        if connection.journal.pageCount >= Self.maximumJournalPageCount { try mergeJournal() }
    }

    /// Merges the journal into the file. Pages that readers still need stay.
    func mergeJournal() throws {
        connection.journal.pageCount = 0
        let statement = try connection.statement("PRAGMA wal_checkpoint(PASSIVE)")
        defer { statement.reset() }
        guard try statement.step() else { return }
        let (pages, merged) = (Int(statement.integer(at: 1)), Int(statement.integer(at: 2)))
        if merged < pages {
            log.couldNotMergeJournal(pages: pages, left: pages - merged)
        } else {
            log.mergedJournal(pages: pages)
        }
    }

    /// Replaces the metadata that programs have added.
    func setProgramMetadata(_ list: Data) throws {
        try transaction { _ in try StoreMetadata.replaceProgramMetadata(with: list, connection) }
    }

    // MARK: History

    private var history: HistoryWriter { HistoryWriter(connection: connection, core: core) }

    /// Whether the file has a history, which another process can start or end. Costs little unless tables have changed.
    func readTracking() throws -> Bool { try readTracking(at: connection.tablesVersion) }

    /// - Parameter version: The present number of the tables.
    private func readTracking(at version: Int64) throws -> Bool {
        if let knownTracking, knownTracking.version == version { return knownTracking.isTracking }
        let isTracking = try HistoryTables.arePresent(in: connection)
        knownTracking = (version, isTracking)
        return isTracking
    }

    /// Starts or ends the history.
    func setTracking(_ isTracking: Bool) throws {
        try transaction { _ in
            // Another process may have done it already.
            guard try HistoryTables.arePresent(in: connection) != isTracking else { return }
            if isTracking { try history.begin() } else { try history.end() }
        }
        // Otherwise, the next save would be written without its transaction, rolled back, and repeated.
        _ = try? readTracking()
    }

    func removeTransactions(upTo number: Int) throws {
        try transaction { _ in try history.removeTransactions(upTo: number) }
    }

    // MARK: Commits

    /// Writes change sets, all or none.
    ///
    /// - Returns: One receipt for each change set.
    /// - Throws: `HistoryStartedError` if there is a history, and no transaction for it. Otherwise,
    ///   `MergeConflictError`, `ConstraintConflictError`, or `StoreError`.
    func commit(_ group: [StoreChanges]) throws -> [StoreReceipt] {
        for changes in group { core.plainTexts.beginCommit(of: changes, core.layout) }
        defer { core.plainTexts.endCommit() }
        do {
            var receipts: [StoreReceipt] = []
            deletedVersions = try transaction { tablesVersion in
                // Another process may have just started or ended the history.
                let isTracking = try readTracking(at: tablesVersion)
                if isTracking, transaction == nil { throw HistoryStartedError() }
                if replacesEarlierHashes {
                    try StoreMetadata.replaceEarlierHashes(for: core.layout.model.schema, connection)
                }
                var deleted = deletedVersions
                for changes in group {
                    var commit = StoreCommit(changes, connection, core, deleted, reserved)
                    let written = try commit.run()
                    receipts.append(written.receipt)
                    deleted = written.deletedVersions
                }
                if isTracking, let transaction { try history.write(transaction) }
                return deleted
            }
            transaction = nil
            replacesEarlierHashes = false
            log.saved(journalPages: connection.journal.pageCount)
            core.external.keepMade()
            return receipts
        } catch {
            core.external.discardMade(after: error)
            // The context resolves conflicts.
            if let error = error as? StoreError { log.failed(error) }
            throw error
        }
    }
}

/// The writer of a store, which one task uses at a time.
final class SharedWriter: Sendable {
    private let writer: Mutex<StoreWriter>
    /// The task that writes, and those that wait for it.
    private let line = WaitingLine(for: .save, of: SQLiteStore.systemName)
    private let reserved = ReservedNumbers()
    private let commits: CommitWatch
    /// Whether each commit is noted, which costs two queries. This begins when a task first asks for changes while the
    /// writer is busy.
    private let notesCommits = Atomic<Bool>(false)
    /// Whether changes of others were noticed, and have not been reported.
    private let hasUnreportedChanges = Atomic<Bool>(false)
    /// Whether the file had a history when the writer last looked, as it does in each commit.
    private let hadHistory = Atomic<Bool>(false)

    init(
        _ connection: sending SQLiteConnection, _ core: StoreCore, _ durability: Durability, _ commits: CommitWatch,
        _ log: StoreLog
    ) throws {
        self.commits = commits
        writer = Mutex(try StoreWriter(connection, core, durability, log, reserved))
    }

    /// Reserves numbers for new objects. It waits for a commit only if no reserved ones are left.
    func reserve(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        if let first = reserved.reserve(count, forRootEntityNamed: name) { return first }
        return try inTurn { writer in
            defer { noteOwnCommit(writer) }
            return try writer.reserve(count, forRootEntityNamed: name)
        }
    }

    /// Runs a closure that writes to the file, with exclusive use of the writer.
    ///
    /// - Throws: What the closure throws, or `StoreError` if the file is no longer the one that the store
    ///   opened, or `CancellationError` if the work was canceled while it waited for another task.
    func write<Result: Sendable>(_ body: (StoreWriter) throws -> Result) throws -> Result {
        try inTurn { writer in
            try writer.checkFile()
            defer {
                noteOwnCommit(writer)
                noteTracking(writer)
            }
            return try body(writer)
        }
    }

    /// Whether another connection has written to the file since the last call. Except for the first time, it waits for
    /// the writer only if someone has committed meanwhile, so that a query does not wait for the medium with another
    /// task's commit.
    func hasChangedElsewhere() throws -> Bool {
        let isFree = try writer.withLockIfAvailable { writer in
            let hasChanged = try noticeChanges(writer)
            if notesCommits.load(ordering: .relaxed), hasChanged || !commits.hasKnownVersion { try noteCommits(writer) }
            return true
        }
        if isFree == nil {
            notesCommits.store(true, ordering: .relaxed)
            if !commits.isAtKnownVersion { try inTurn { try noteCommits($0) } }
        }
        // Last, because a commit that ended meanwhile may have noticed the changes.
        return hasUnreportedChanges.exchange(false, ordering: .acquiring)
    }

    private func noteOwnCommit(_ writer: StoreWriter) {
        // If this fails, the next question waits for the writer.
        if notesCommits.load(ordering: .relaxed) { try? noteCommits(writer) }
    }

    /// Notes the version of the file, and whether another connection has written to it.
    private func noteCommits(_ writer: StoreWriter) throws {
        // In this order, a commit of others in between is noticed twice, rather than never, and whoever finds the file
        // at the noted version also finds that there are changes.
        let version = commits.version
        _ = try noticeChanges(writer)
        commits.note(version)
    }

    /// Notes whether another connection has written to the file, and returns it.
    private func noticeChanges(_ writer: StoreWriter) throws -> Bool {
        guard try writer.hasChangedElsewhere() else { return false }
        hasUnreportedChanges.store(true, ordering: .releasing)
        return true
    }

    /// The number that changes when another connection writes to the file; nil if it is not known,
    /// or the writer is busy.
    func dataVersionIfAvailable() -> Int64? {
        writer.withLockIfAvailable { writer in try? writer.currentDataVersion() }.flatMap { $0 }
    }

    /// Whether the file has a history; nil if the writer is busy.
    func readTrackingIfAvailable() throws -> Bool? {
        try writer.withLockIfAvailable { writer in
            defer { noteTracking(writer) }
            return try writer.readTracking()
        }
    }

    /// Whether the file had a history when the writer last looked. A commit looks again, and throws
    /// `HistoryStartedError` if this was not true.
    var lastTracking: Bool { hadHistory.load(ordering: .acquiring) }

    private func noteTracking(_ writer: StoreWriter) {
        if let known = writer.knownTracking { hadHistory.store(known.isTracking, ordering: .releasing) }
    }

    /// Whether no one has committed to the file since the writer last looked for others' commits; false if it does not
    /// note them.
    var hasNotedAllCommits: Bool { commits.isAtKnownVersion }

    /// Runs a closure with exclusive use of the writer. The wait for other tasks that write ends if the work is
    /// canceled.
    private func inTurn<Result: Sendable>(_ body: (StoreWriter) throws -> Result) throws -> Result {
        _ = try line.takeTurn()
        defer { line.passOn() }
        return try writer.withLock { try body($0) }
    }

    /// Runs a closure with exclusive use of the writer, even if the work was canceled.
    func use<Result: Sendable>(_ body: (StoreWriter) throws -> Result) throws -> Result {
        try writer.withLock { try body($0) }
    }
}
