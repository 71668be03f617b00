import ObjectGraph
import Synchronization

/// Writes what a store is given, in transactions that are run again where others were in the way.
final class StoreWriter: Sendable {
    private struct State {
        /// Numbers that are reserved and have not been handed out, by the name of the root entity.
        var reserved: [String: Range<Int64>] = [:]
        /// The greatest number that this store has reserved, by the name of the root entity.
        var greatest: [String: Int64] = [:]
        var deletedVersions = DeletedVersions()
    }

    private let core: StoreCore
    private let log: StoreLog
    private let state = Mutex(State())

    /// How many numbers are reserved at a time.
    private static let leastReservation = 1_000
    /// How often a save is run again that has met a link or a unique value of another which is gone when one looks for it.
    private static let greatestVanishedCount = 3

    init(_ core: StoreCore, _ log: StoreLog) {
        self.core = core
        self.log = log
    }

    /// Reserves numbers, in the database as well, so that no other process hands them out.
    func reserve(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        guard core.layout.entities[name] != nil else {
            throw core.error(.modelMismatch, "the store has no entity '\(name)'")
        }
        return try state.withLock { state in
            if let rest = state.reserved[name], rest.count >= count {
                state.reserved[name] = rest.lowerBound + Int64(count)..<rest.upperBound
                return rest.lowerBound
            }
            let taken = Int64(max(count, Self.leastReservation))
            let result = try core.pool.read(
                "UPDATE \(core.tables.entity) SET last_number = last_number + $1 WHERE name = $2 RETURNING last_number",
                [Parameter(taken), Parameter(name)])
            guard result.rowCount == 1, result.integer(0, 0) <= ObjectReference.greatestNumber else {
                throw core.error(.malformed, "modelgen_entity has no number left for '\(name)'")
            }
            let last = result.integer(0, 0)
            let first = last - taken + 1
            state.reserved[name] = first + Int64(count)..<last + 1
            state.greatest[name] = last
            return first
        }
    }

    /// Writes changes, as a whole or not at all.
    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        var backOff = BackOff()
        var attemptCount = 0
        var vanishedCount = 0
        let deadline = ContinuousClock.now + .milliseconds(core.pool.options.waitMilliseconds)
        while true {
            attemptCount += 1
            do {
                let receipt = try attempt(changes)
                log.saved(attemptCount: attemptCount)
                return receipt
            } catch var error as PostgreSQLStoreError {
                if error.isUniqueViolation {
                    if let conflicts = try UniquenessFinding(core: core).conflicts(of: changes) { throw conflicts }
                    try checkNumbers(of: changes)
                    vanishedCount += 1
                }
                if error.isForeignKeyViolation { vanishedCount += 1 }
                let mayGoAway = error.isUniqueViolation || error.isForeignKeyViolation
                let isWorthIt =
                    mayGoAway
                    ? vanishedCount <= Self.greatestVanishedCount
                    : error.isPassing
                        && (error.code == .connectionLost
                            ? ContinuousClock.now < deadline : attemptCount <= core.pool.options.retryCount)
                guard isWorthIt, error.outcome != .unknown else {
                    if error.outcome == nil { error.outcome = .notCommitted }
                    if error.isPassing, error.code == .database {
                        error.code = .contention
                        error.message = "others were in the way of the save \(attemptCount) times: \(error.message)"
                    }
                    log.failed(error)
                    throw error
                }
                log.repeated(error)
                backOff.wait()
            }
        }
    }

    private func attempt(_ changes: StoreChanges) throws -> StoreReceipt {
        let record = CommitRecord(core: core)
        let deletedVersions = state.withLock { $0.deletedVersions }
        var written: (before: [ObjectID: Int], after: [ObjectID: Int])?
        do {
            try core.pool.use { connection in
                let transaction = Transaction(connection)
                do {
                    written = try PostgreSQLCommit(changes, core, transaction, deletedVersions).run()
                    for statement in numbersToRaise(changes) { transaction.add(statement.text, statement.parameters) }
                    let statement = try record.statement(changes)
                    transaction.add(statement.text, statement.parameters)
                    try transaction.commit()
                } catch {
                    transaction.rollBack()
                    guard var error = error as? PostgreSQLStoreError else { throw error }
                    if transaction.isCommitting, error.code == .connectionLost { error.outcome = .unknown }
                    throw error
                }
            }
        } catch var error as PostgreSQLStoreError where error.outcome == .unknown {
            // The server may have gone on without anybody who listens.
            guard let tookPlace = try? record.tookPlace() else { throw error }
            if !tookPlace {
                error.outcome = nil
                throw error
            }
        }
        guard let written else { return StoreReceipt(versions: [:]) }
        state.withLock { state in
            for deletion in changes.deleted {
                guard let table = core.layout.entities[deletion.objectID.entityName]?.table else { continue }
                state.deletedVersions.insert(
                    deletion.objectID, version: written.before[deletion.objectID] ?? 0, table: table)
            }
        }
        return StoreReceipt(versions: written.after)
    }

    /// Refuses new objects whose numbers others have.
    private func checkNumbers(of changes: StoreChanges) throws {
        let reader = PostgreSQLReader(core: core) { [pool = core.pool] in try pool.read($0, $1) }
        let gone = Set(changes.deleted.map(\.objectID))
        let taken = try reader.rows(of: changes.inserted.map(\.objectID)).map(\.objectID).filter { !gone.contains($0) }
        guard taken.isEmpty else { throw MergeConflict(objectIDs: taken.sorted()) }
    }

    /// Sees to it that no number is handed out again. Numbers of objects that come from elsewhere were never reserved here.
    private func numbersToRaise(_ changes: StoreChanges) -> [Statement] {
        var greatest: [String: Int64] = [:]
        for insertion in changes.inserted {
            guard let root = core.layout.entities[insertion.objectID.entityName]?.entity.rootName else { continue }
            greatest[root] = max(greatest[root] ?? 0, insertion.objectID.number)
        }
        let reserved = state.withLock { $0.greatest }
        return greatest.filter { $0.value > reserved[$0.key] ?? 0 }.sorted { $0.key < $1.key }
            .map { root, number in
                Statement(
                    text: "UPDATE \(core.tables.entity) SET last_number = $1 WHERE name = $2 AND last_number < $1",
                    parameters: [Parameter(number), Parameter(root)])
            }
    }
}
