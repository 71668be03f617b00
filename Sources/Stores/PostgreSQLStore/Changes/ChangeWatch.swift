import Foundation
import ObjectGraph
import StoreMigration
import Synchronization

/// Finds the saves of other processes by the rows that they leave in the table of transactions.
///
/// A save takes its number before it commits, so a lower number may appear after a higher one. It looks for missing
/// numbers again: each time at first, then less often, for as long as rows are kept. A commit that waits for another
/// server becomes visible only when that one responds.
final class ChangeWatch: Sendable {
    private struct State {
        /// The greatest number found.
        var last: Int64 = 0
        /// The missing numbers, and when each was found missing.
        var missing: [Int64: ContinuousClock.Instant] = [:]
        var lastLook = ContinuousClock.now
        /// The last look for all missing numbers.
        var lastLookForAll = ContinuousClock.now

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

    private let core: StoreCore
    private let state: Mutex<State>
    private let schedule = Mutex(TidyingSchedule())
    /// Whether to look at once, regardless of the interval.
    private let isExpecting = Atomic<Bool>(false)
    private let hasFound = Atomic<Bool>(false)

    /// The usual maximum time between a save's number and its commit. Afterwards, the number is looked for once in this
    /// time, because most of such numbers are of saves that did not take place.
    private static let usualDelay = Duration.seconds(60)
    /// The maximum number of missing numbers to look for.
    private static let maximumMissingCount: Int64 = 1_000
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
        let now = ContinuousClock.now
        let interval = Duration.milliseconds(core.pool.options.pollingIntervalMilliseconds)
        let isExpecting = isExpecting.exchange(false, ordering: .acquiringAndReleasing)
        guard isExpecting || state.withLock({ now - $0.lastLook >= interval }) else { return nil }
        let isTooLate = state.withLock { now - $0.lastLook > .seconds(Self.keptMinutes * 30) }
        let found: ExternalChanges?
        do {
            found = try look()
        } catch {
            if isExpecting { expect() }
            throw error
        }
        if found != nil { hasFound.store(true, ordering: .releasing) }
        return isTooLate ? .unknown : found
    }

    /// Returns what others have saved since the last call, as far as a view shows it.
    func changes(in view: PostgreSQLView) throws -> ExternalChanges? {
        let isTooLate = state.withLock { ContinuousClock.now - $0.lastLook > .seconds(Self.keptMinutes * 30) }
        let found = try look(view.run)
        return isTooLate ? .unknown : found
    }

    /// Makes the next call look, regardless of the interval.
    func expect() { isExpecting.store(true, ordering: .releasing) }

    /// Returns whether changes were found since the last call.
    func takeFinding() -> Bool { hasFound.exchange(false, ordering: .acquiringAndReleasing) }

    private func look() throws -> ExternalChanges? { try look { try core.pool.runRepeatably($0, $1) } }

    private func look(
        _ run: (String, [Parameter]) throws -> StatementResult
    ) throws -> ExternalChanges? {
        try state.withLock { state in
            let now = ContinuousClock.now
            let missing = state.numbersToLookFor(at: now)
            let rows = try run(
                "SELECT number, CASE WHEN writer = $3 OR is_void THEN '' ELSE changes END "
                    + "FROM \(core.tables.transaction) WHERE number > $1 OR number = ANY($2) ORDER BY number",
                [Parameter(state.last), Parameter(keys: missing), Parameter(core.writer)])
            state.lastLook = now
            var changes = ExternalChanges()
            var hasChanges = false
            for row in 0..<rows.rowCount {
                let number = rows.integer(row, 0)
                state.missing[number] = nil
                if number > state.last {
                    for missing in max(state.last + 1, number - Self.maximumMissingCount)..<max(number, state.last + 1)
                    {
                        state.missing[missing] = now
                    }
                    state.last = number
                }
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
