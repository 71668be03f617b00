import ObjectGraph
import SQLStore
import StoreMigration
import Synchronization

/// Writes the changes of a store, in transactions that are run again if others interfere.
final class StoreWriter: Sendable {
    private struct State {
        var deletedVersions = DeletedVersions()
        /// The statements that the next save writes last, for the history.
        var historyStatements: [Statement] = []
        /// The saves with an unknown outcome.
        var unsettled: [UnsettledCommit] = []
        /// Such saves that took place, as another save found out before they were repeated. The earliest is first.
        var settled: [UnsettledCommit] = []
        /// The changes of such saves that were found since the last call.
        var found: ExternalChanges?
    }

    /// A save with an unknown outcome.
    private struct UnsettledCommit {
        let record: CommitRecord
        let changes: StoreChanges
        let written: VersionChanges

        var receipt: StoreReceipt { StoreReceipt(versions: written.after, versionOfInsertedObjects: 1) }
    }

    private let core: StoreCore
    private let log: StoreLog
    private let reserved = ReservedNumbers()
    /// The task that reserves numbers in the database, and those that wait for it.
    private let reserving = WaitingLine(for: .server, of: PostgreSQLStore.systemName)
    /// Locked only briefly.
    private let state = Mutex(State())

    /// The minimum number of numbers to reserve at a time.
    private static let leastReservation = 1_000
    /// The maximum number of retries of a save that conflicts with a link or a unique value which is gone when the
    /// store looks for it.
    private static let maximumVanishedCount = 3
    /// The maximum number of saves to keep until they are repeated: more than contexts save at once.
    private static let maximumSettledCount = 1_000

    init(_ core: StoreCore, _ log: StoreLog) {
        self.core = core
        self.log = log
    }

    /// Reserves numbers, also in the database, so that no other process uses them. One task asks the server for more at
    /// a time, so that the others use what it gets. Numbers of rows are passed, also if somebody has set the last
    /// number back.
    func reserve(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        guard let entity = core.layout.entities[name] else {
            throw core.error(.modelMismatch, "the store has no entity '\(name)'")
        }
        if let first = reserved.reserve(count, forRootEntityNamed: name) { return first }
        return try core.pool.inTurn(reserving) {
            // Another task may have reserved some meanwhile.
            if let first = reserved.reserve(count, forRootEntityNamed: name) { return first }
            let taken = Int64(max(count, Self.leastReservation))
            let result = try core.pool.runRepeatably(
                """
                UPDATE \(core.tables.entity) SET last_number = $1 + GREATEST(last_number, (
                  SELECT MAX(id) FROM \(entity.table) WHERE id <= \(ObjectReference.maximumNumber)))
                WHERE name = $2 RETURNING last_number
                """, [Parameter(taken), Parameter(name)])
            guard result.rowCount == 1, result.integer(0, 0) <= ObjectReference.maximumNumber else {
                if let refusal = refusalOfOtherStore { throw refusal }
                throw core.error(.malformed, "modelgen_entity has no number left for '\(name)'")
            }
            let last = result.integer(0, 0)
            let first = last - taken + 1
            reserved.replace(first + Int64(count)..<last + 1, forRootEntityNamed: name)
            return first
        }
    }

    /// Sets the statements that the next save writes last.
    func willWrite(_ statements: [Statement]) { state.withLock { $0.historyStatements = statements } }

    /// Writes changes in one transaction.
    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        // One for everything, so that a save does not wait several times.
        let deadline = core.pool.deadline
        if let receipt = try settle(before: changes, until: deadline) {
            willWrite([])
            return receipt
        }
        var backOff = BackOff()
        var attemptCount = 0
        var vanishedCount = 0
        while true {
            attemptCount += 1
            do {
                let receipt = try attempt(changes, until: deadline)
                log.saved(attemptCount: attemptCount)
                return receipt
            } catch let error as CopyError {
                core.copyRefusal.set()
                log.notCopying(error.error)
            } catch var error as StoreError {
                if error.mayComeOfMigration, let refusal = refusalOfOtherStore { error = refusal }
                if error.isAboutLimit { error = IndexedSize(core: core).explained(error, changes) }
                if error.isUniqueViolation {
                    try refuseTakenValues(of: changes, until: deadline)
                    vanishedCount += 1
                    // If no object has the values, the number of the save may be taken. The next attempt shows it.
                    try? core.passUsedNumbers(until: deadline)
                }
                if error.isForeignKeyViolation { vanishedCount += 1 }
                if error.isAboutHeldLock, !error.isPassing, let sessions = sessionsWithLocks(until: deadline) {
                    error.message += "; sessions with locks: \(sessions)"
                }
                let mayGoAway = error.isUniqueViolation || error.isForeignKeyViolation
                let isWorthIt =
                    mayGoAway
                    ? vanishedCount <= Self.maximumVanishedCount
                    : error.isPassing
                        && (error.code == .connectionLost
                            ? ContinuousClock.now < deadline : attemptCount <= core.pool.options.maximumRetryCount)
                guard isWorthIt, error.outcome != .unknown else {
                    if error.outcome == nil { error.outcome = .notCommitted }
                    if error.isPassing, error.code == .database {
                        error.code = .contention
                        error.message = "other saves interfered with this one \(attemptCount) times: \(error.message)"
                    }
                    log.failed(error)
                    throw error
                }
                log.repeated(error)
                try StoreActivity.measure(.retry(of: .save, after: error, of: PostgreSQLStore.systemName)) {
                    try backOff.wait()
                }
            }
        }
    }

    /// Returns the sessions that have locks on tables of the store; nil if there are none, or none can be found out.
    private func sessionsWithLocks(until deadline: ContinuousClock.Instant) -> String? {
        try? core.pool.use(until: deadline) { LockObstacle.sessions(core.tables, $0) }
    }

    /// The error if another process has migrated the store since it was opened, or has put another one in its place.
    private var refusalOfOtherStore: StoreError? {
        // If no server responds, the original error is more useful.
        (try? core.pool.runRepeatably(core.identityText)).flatMap(core.refusal)
    }

    /// - Parameter deadline: The time to stop waiting for a connection.
    private func attempt(
        _ changes: StoreChanges, until deadline: ContinuousClock.Instant
    ) throws -> StoreReceipt {
        let record = CommitRecord(core: core)
        // Once, because saves side by side wait for one another here.
        let (deletedVersions, historyStatements) = state.withLock { ($0.deletedVersions, $0.historyStatements) }
        let raised = numbersToRaise(changes)
        let single = raised.isEmpty && historyStatements.isEmpty ? SingleChange(changes, core, deletedVersions) : nil
        var written: VersionChanges?
        do {
            try core.pool.use(until: deadline) { connection in
                if let single {
                    written = single.written
                    if try write(single, changes, record, connection) { return }
                    // The object has changed; the complete check finds out how.
                    written = nil
                }
                // If the object has not changed either, something in the database keeps its row from being written.
                let checksRows = single != nil || core.rowRefusal.isSet
                try inTransaction(
                    connection, checksRows: checksRows, then: core.notice.statement(at: .now)
                ) { transaction in
                    written = try StoreCommit(changes, core, transaction, deletedVersions, mayCopy: true).run()
                    for statement in raised { transaction.add(statement.text, statement.parameters) }
                    let statement = record.statement(changes)
                    transaction.add(statement.text, statement.parameters)
                    // Last, because other saves wait for the row that numbers the history.
                    for statement in historyStatements { transaction.add(statement.text, statement.parameters) }
                }
            }
        } catch var error as StoreError where error.outcome == .unknown && error.code == .connectionLost {
            // The server may have committed after the connection was lost.
            guard let tookPlace = try? StoreCancellation.ignoringCancellation({ try record.tookPlace() }) else {
                if let written {
                    let commit = UnsettledCommit(record: record, changes: changes, written: written)
                    state.withLock { $0.unsettled.append(commit) }
                }
                throw error
            }
            if !tookPlace {
                error.outcome = nil
                throw error
            }
        } catch let error as StoreError where error.outcome == .unknown {
            // The server has not written all rows. From now on, saves find out before they commit.
            core.rowRefusal.set()
            throw error
        }
        if !historyStatements.isEmpty { willWrite([]) }
        guard let written else { return StoreReceipt(versions: [:]) }
        noteDeletions(changes, written)
        return StoreReceipt(versions: written.after, versionOfInsertedObjects: 1)
    }

    /// Writes the change of one object, if the object has not changed, or a new object.
    ///
    /// - Returns: Whether it was written.
    private func write(
        _ single: SingleChange, _ changes: StoreChanges, _ record: CommitRecord, _ connection: PostgreSQLConnection
    ) throws -> Bool {
        let statement = try single.statement(record, changes)
        let notice = core.notice.statement(at: .now)
        let canBeSentAlone =
            StoreCancellation.current == nil || connection.interruptsBlockedCommits && !statement.takesLong
        if notice == nil, canBeSentAlone {
            // A single statement is a transaction of its own.
            do {
                return try connection.committing { () throws(StoreError) in
                    try connection.run([statement], then: nil).results[0].writtenRowCount == 1
                }
            } catch var error {
                if error.code == .connectionLost { error.outcome = .unknown }
                throw error
            }
        }
        let answer = try inTransaction(connection, then: notice) { transaction in
            transaction.add(statement.text, statement.parameters)
        }
        if answer?.writtenRowCount == 1 { return true }
        // The save did not take place, so no notification is needed.
        core.notice.takeBack()
        return false
    }

    /// Runs a transaction.
    ///
    /// - Parameters:
    ///   - checksRows: Whether to check before the commit how many rows the statements write.
    ///   - notice: The notification of other processes, in the same round trip as the end of the transaction.
    ///   - body: Writes the changes.
    /// - Returns: The result of the last statement in the body.
    /// - Throws: The body's error, or a server error, whose outcome is unknown if the server may have committed.
    @discardableResult
    private func inTransaction(
        _ connection: PostgreSQLConnection, checksRows: Bool = false, then notice: @autoclosure () -> Statement?,
        _ body: (Transaction) throws -> Void
    ) throws -> StatementResult? {
        let transaction = Transaction(connection, checksRows: checksRows)
        do {
            try body(transaction)
            let (answer, refusal) = try transaction.commit(then: notice())
            if let refusal { core.notice.note(refusal) }
            return answer
        } catch {
            core.notice.takeBack()
            transaction.rollBack()
            guard var error = error as? StoreError else { throw error }
            if transaction.isCommitting, error.code == .connectionLost { error.outcome = .unknown }
            throw error
        }
    }

    private func noteDeletions(_ changes: StoreChanges, _ written: VersionChanges) {
        guard !changes.deleted.isEmpty else { return }
        state.withLock { $0.deletedVersions.insert(deletionsOf: changes, from: written.before, in: core.layout) }
    }

    // MARK: Saves with an unknown outcome

    /// Determines which saves with an unknown outcome took place.
    ///
    /// - Parameter deadline: The time to stop waiting for a server.
    /// - Returns: The result of one of them with the same changes; nil if the changes must still be written.
    /// - Throws: `StoreError` if no server responds yet. Nothing is saved then.
    private func settle(
        before changes: StoreChanges, until deadline: ContinuousClock.Instant
    ) throws -> StoreReceipt? {
        let (unsettled, settled) = state.withLock { state in
            let place = state.settled.firstIndex { $0.changes == changes }
            return (state.unsettled, place.map { state.settled.remove(at: $0) })
        }
        if let settled { return settled.receipt }
        var receipt: StoreReceipt?
        for commit in unsettled {
            let tookPlace: Bool
            do {
                tookPlace = try StoreCancellation.ignoringCancellation { try self.tookPlace(commit, until: deadline) }
            } catch var error as StoreError {
                if error.code == .uncertain {
                    // The outcome will never be known, and must not block later saves.
                    state.withLock { $0.unsettled.removeAll { $0.record.token == commit.record.token } }
                }
                // The outcome of the same save remains unknown.
                error.outcome = commit.changes == changes ? .unknown : .notCommitted
                log.failed(error)
                throw error
            }
            log.settled(isCommitted: tookPlace)
            state.withLock { $0.unsettled.removeAll { $0.record.token == commit.record.token } }
            guard tookPlace else { continue }
            noteDeletions(commit.changes, commit.written)
            state.withLock { $0.found = ExternalChanges(commit.changes).adding($0.found) }
            guard commit.changes == changes else {
                // The context that made the save still has to learn that it took place.
                state.withLock { state in
                    if state.settled.count == Self.maximumSettledCount { state.settled.removeFirst() }
                    state.settled.append(commit)
                }
                continue
            }
            receipt = commit.receipt
        }
        return receipt
    }

    /// Returns whether a save with an unknown outcome took place.
    ///
    /// - Throws: `StoreError` if no server responds, or with the code `uncertain` if the database no longer has any
    ///   proof.
    private func tookPlace(_ commit: UnsettledCommit, until deadline: ContinuousClock.Instant) throws -> Bool {
        let isOld = commit.record.mayBeRemoved
        if try commit.record.tookPlace(until: deadline) { return true }
        guard isOld else { return false }
        // Its row may have been removed since. The save may have taken place, and can no longer do so.
        let reader = StoreReader(core: core) { [pool = core.pool] in
            try pool.runRepeatably($0, $1, until: deadline)
        }
        // No other save has the numbers of its new objects.
        if try !reader.rows(of: commit.changes.inserted.map(\.objectID)).isEmpty { return true }
        let present = try reader.rows(of: commit.changes.updated.map(\.objectID))
        // Versions only increase, and a save takes place as a whole.
        if present.contains(where: { $0.version == commit.written.before[$0.objectID] }) { return false }
        throw core.error(
            .uncertain,
            "the connection was lost while the save was committed, and too much time has passed to find out whether it "
                + "took place; refresh the objects, and save again what is missing")
    }

    /// Returns the changes of saves that turned out to have taken place since the last call, after they had been
    /// reported as unknown; nil if there are none.
    func takeFoundChanges() -> ExternalChanges? {
        state.withLock { state in
            defer { state.found = nil }
            return state.found
        }
    }

    /// Throws an error for changes with unique values or numbers that others have.
    ///
    /// - Parameter deadline: The time to stop waiting for a server.
    /// - Throws: `ConstraintConflictError`, `MergeConflictError`, or an error of the check itself. Nothing is saved in
    ///   any case.
    private func refuseTakenValues(of changes: StoreChanges, until deadline: ContinuousClock.Instant) throws {
        do {
            let finding = UniquenessFinding(core: core, deadline: deadline)
            if let conflicts = try finding.conflicts(of: changes) { throw conflicts }
            try checkNumbers(of: changes)
        } catch var error as StoreError {
            error.outcome = .notCommitted
            log.failed(error)
            throw error
        }
    }

    /// Throws an error for new objects with numbers that others have.
    private func checkNumbers(of changes: StoreChanges) throws {
        let reader = StoreReader(core: core) { [pool = core.pool] in try pool.runRepeatably($0, $1) }
        let gone = Set(changes.deleted.map(\.objectID))
        let taken = try reader.rows(of: changes.inserted.map(\.objectID)).map(\.objectID).filter { !gone.contains($0) }
        guard taken.isEmpty else { throw MergeConflictError(objectIDs: taken.sorted()) }
    }

    /// Returns the statements that prevent the reuse of numbers.
    private func numbersToRaise(_ changes: StoreChanges) -> [Statement] {
        reserved.unreserved(in: changes, of: core.layout.model).map { root, number in
            Statement(
                text: "UPDATE \(core.tables.entity) SET last_number = $1 WHERE name = $2 AND last_number < $1",
                parameters: [Parameter(number), Parameter(root)])
        }
    }
}
