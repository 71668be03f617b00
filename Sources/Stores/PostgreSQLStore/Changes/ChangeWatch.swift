import Foundation
import ObjectGraph
import SQLStore
import StoreMigration
import Synchronization

/// Finds the saves of other processes by the rows that they leave in the table of transactions.
///
/// A save takes its number before it commits, so a lower number may appear after a higher one. It looks for missing
/// numbers again: each time at first, then less often, for as long as rows are kept. A commit that waits for another
/// server becomes visible only when that one responds.
///
/// One task looks at a time, and those that come meanwhile share the next look, because the one before may have seen an
/// earlier state. If the server does not answer the first one, the others behind it fail at once.
final class ChangeWatch: Sendable {
    private struct State {
        /// The greatest number found.
        var last: Int64 = 0
        /// The missing numbers, and when each was found missing.
        var missing: [Int64: ContinuousClock.Instant] = [:]
        /// When the last look that succeeded began.
        var lastLook = ContinuousClock.now
        /// The last look for all missing numbers.
        var lastLookForAll = ContinuousClock.now
        /// Whether to look at once, regardless of the interval.
        var isExpecting = false
        /// The looks up to now.
        var looks = Looks()
        /// The number of the last look that succeeded.
        var lastSuccess = 0
        /// The last look that failed, unless it was canceled.
        var failure: (number: Int, error: any Error)?
        /// When to look again after a failure.
        var nextAttempt = ContinuousClock.now

        /// Returns whether somebody who asks now has to look.
        func isDue(after interval: Duration) -> Bool {
            let now = ContinuousClock.now
            return now >= nextAttempt && (isExpecting || now - lastLook >= interval)
        }

        /// Returns whether somebody who has waited for others' looks still has to look.
        ///
        /// - Parameter arrival: The looks up to the time when the wait began.
        /// - Throws: The error of a look that has failed since then.
        func isDue(since arrival: Looks, after interval: Duration) throws -> Bool {
            if let failure, failure.number > arrival.endedCount { throw failure.error }
            return lastSuccess <= arrival.begunCount && isDue(after: interval)
        }

        /// Notes that the look that began last has failed.
        ///
        /// - Parameter interval: The interval between looks that succeed.
        mutating func noteFailure(_ error: any Error, interval: Duration) {
            looks.endedCount += 1
            // Others may still get an answer.
            if error is CancellationError { return }
            failure = (looks.endedCount, error)
            nextAttempt = .now + min(interval, ChangeWatch.longestPause)
        }

        /// Returns the missing numbers to look for now, and forgets those whose rows are no longer kept.
        mutating func numbersToLookFor(at now: ContinuousClock.Instant) -> [Int64] {
            let isForAll = now - lastLookForAll >= ChangeWatch.usualDelay
            guard isForAll else { return missing.filter { now - $0.value < ChangeWatch.usualDelay }.keys.sorted() }
            lastLookForAll = now
            missing = missing.filter { now - $0.value < .seconds(ChangeWatch.keptMinutes * 60) }
            let excess = Int64(missing.count) - ChangeWatch.maximumMissingCount
            // Those that have been missing for longest are least likely to appear.
            if excess > 0 { for number in missing.keys.sorted().prefix(Int(excess)) { missing[number] = nil } }
            return missing.keys.sorted()
        }
    }

    /// How many looks have begun and ended. The next one begins when the last one has ended.
    private struct Looks {
        var begunCount = 0
        var endedCount = 0
    }

    private let core: StoreCore
    /// Locked only briefly.
    private let state: Mutex<State>
    /// The task that looks, and those that wait for it.
    private let line = WaitingLine(for: .server, of: PostgreSQLStore.systemName)
    private let schedule = Mutex(TidyingSchedule())
    private let hasFound = Atomic<Bool>(false)

    /// The usual maximum time between a save's number and its commit. Afterwards, the number is looked for once in this
    /// time, because most of such numbers are of saves that did not take place.
    private static let usualDelay = Duration.seconds(60)
    /// The maximum number of missing numbers to look for.
    private static let maximumMissingCount: Int64 = 1_000
    /// The maximum time after a failed look in which nobody looks.
    private static let longestPause = Duration.milliseconds(100)
    /// The time to keep rows of transactions, in minutes. A process that looks later must refresh everything.
    static let keptMinutes = 60

    /// Starts after the saves so far.
    init(_ core: StoreCore) throws {
        self.core = core
        state = Mutex(State())
        let newest = try core.pool.runRepeatably("SELECT COALESCE(MAX(number), 0) FROM \(core.tables.transaction)")
        state.withLock { $0.last = max(newest.integer(0, 0) - 100, 0) }
        _ = try look()
    }

    /// Returns what others have saved since the last call; nil if there is nothing,
    /// or if the last look was a moment ago.
    func changes() throws -> ExternalChanges? {
        let interval = Duration.milliseconds(core.pool.options.pollingIntervalMilliseconds)
        let arrival = state.withLock { $0.isDue(after: interval) ? $0.looks : nil }
        guard let arrival else { return nil }
        return try core.pool.inTurn(line) {
            let isExpecting = try state.withLock { state -> Bool? in
                guard try state.isDue(since: arrival, after: interval) else { return nil }
                defer { state.isExpecting = false }
                return state.isExpecting
            }
            guard let isExpecting else { return nil }
            do {
                let found = try look()
                if found != nil { hasFound.store(true, ordering: .releasing) }
                return found
            } catch {
                if isExpecting { expect() }
                throw error
            }
        }
    }

    /// Returns what others have saved since the last call, as far as a view shows it.
    func changes(in view: PostgreSQLView) throws -> ExternalChanges? {
        try core.pool.inTurn(line) { try look(view.run) }
    }

    /// Makes the next call look, regardless of the interval.
    func expect() { state.withLock { $0.isExpecting = true } }

    /// Whether no look has succeeded since ``expect()`` was called.
    var isExpecting: Bool { state.withLock { $0.isExpecting } }

    /// Returns whether changes were found since the last call.
    func takeFinding() -> Bool { hasFound.exchange(false, ordering: .acquiringAndReleasing) }

    private func look() throws -> ExternalChanges? { try look { try core.pool.runRepeatably($0, $1) } }

    /// Looks with a query, while no other task looks.
    private func look(
        _ run: (String, [Parameter]) throws -> StatementResult
    ) throws -> ExternalChanges? {
        let now = ContinuousClock.now
        let (last, missing, isTooLate) = state.withLock { state in
            state.looks.begunCount += 1
            return (
                state.last, state.numbersToLookFor(at: now), now - state.lastLook > .seconds(Self.keptMinutes * 30)
            )
        }
        let rows: StatementResult
        do {
            rows = try run(
                "SELECT number, CASE WHEN writer = $3 OR is_void THEN '' ELSE changes END "
                    + "FROM \(core.tables.transaction) WHERE number > $1 OR number = ANY($2) ORDER BY number",
                [Parameter(last), Parameter(keys: missing), Parameter(core.writer)])
        } catch {
            let interval = Duration.milliseconds(core.pool.options.pollingIntervalMilliseconds)
            state.withLock { $0.noteFailure(error, interval: interval) }
            throw error
        }
        let numbers = rows.numbers
        state.withLock { state in
            state.looks.endedCount += 1
            state.lastSuccess = state.looks.endedCount
            state.lastLook = now
            state.failure = nil
            for number in numbers {
                state.missing[number] = nil
                guard number > state.last else { continue }
                for missing in max(state.last + 1, number - Self.maximumMissingCount)..<number {
                    state.missing[missing] = now
                }
                state.last = number
            }
        }
        let changes = changes(in: rows)
        return isTooLate ? .unknown : changes
    }

    /// Returns the changes in rows of saves; nil if there are none.
    private func changes(in rows: StatementResult) -> ExternalChanges? {
        var changes = ExternalChanges()
        var hasChanges = false
        for row in 0..<rows.rowCount {
            guard !rows.isNull(row, 1) else {
                (changes, hasChanges) = (.unknown, true)
                continue
            }
            let text = rows.data(row, 1)
            guard !text.isEmpty else { continue }
            hasChanges = true
            // In place, because many saves of others may have come since the last look.
            if changes.isComplete { add(text, to: &changes) }
        }
        return hasChanges ? changes : nil
    }

    /// Adds the changes of a save.
    private func add(_ text: Data, to changes: inout ExternalChanges) {
        guard let new = ChangesText(text) else {
            changes = .unknown
            return
        }
        func objectIDs(_ numbers: [String: [Int64]]) -> [ObjectID] {
            numbers.flatMap { name, numbers in
                core.spaces[name].map { space in numbers.map { ObjectID(space, number: $0) } } ?? []
            }
        }
        changes.inserted.formUnion(objectIDs(new.inserted))
        changes.updated.formUnion(objectIDs(new.updated))
        for objectID in objectIDs(new.deleted) {
            changes.inserted.remove(objectID)
            changes.updated.remove(objectID)
            changes.deleted.insert(objectID)
        }
    }

    /// Removes old rows if an open store has left enough of them. A failure does not affect the save before.
    func tidyAfterSave(_ log: StoreLog) {
        guard schedule.withLock({ $0.isDue(at: .now) }) else { return }
        do {
            try tidy()
        } catch {
            log.notTidied(error)
        }
    }

    /// Removes rows that are older than the time to keep them.
    func tidy() throws {
        _ = try core.pool.runRepeatably(
            "DELETE FROM \(core.tables.transaction) WHERE committed_at < now() - interval '\(Self.keptMinutes) minutes'"
        )
    }
}
