import Foundation
import ObjectGraph
import Synchronization

/// Sees what other processes have saved, by the rows that saves leave behind in the table of transactions.
///
/// A save takes its number before it commits, so a lower number may turn up after a higher one: numbers that are missing are looked
/// for again for a while.
final class ChangeWatch: Sendable {
    private struct State {
        /// The greatest number that has been seen.
        var last: Int64 = 0
        /// Numbers that were missing, and until when they are looked for.
        var missing: [Int64: ContinuousClock.Instant] = [:]
        var lastLook = ContinuousClock.now
    }

    private let core: StoreCore
    private let state: Mutex<State>
    private let schedule = Mutex(TidyingSchedule())
    /// Whether there may be something, whatever time it is.
    private let isExpecting = Atomic<Bool>(false)
    private let hasFound = Atomic<Bool>(false)

    /// How long a save may take from its number to its end.
    private static let greatestDelay = Duration.seconds(60)
    /// How many numbers are looked for at most.
    private static let greatestMissingCount: Int64 = 1_000
    /// How long rows of transactions are kept, in minutes: whoever has not looked for so long looks at all.
    private static let keptMinutes = 60

    /// Begins with what has been saved so far.
    init(_ core: StoreCore) throws {
        self.core = core
        state = Mutex(State())
        let newest = try core.pool.runRepeatably("SELECT COALESCE(MAX(number), 0) FROM \(core.tables.transaction)")
        state.withLock { $0.last = max(newest.integer(0, 0) - 100, 0) }
        _ = try look()
    }

    /// What others have saved since this was asked last; nil for nothing, and where it was asked a moment ago.
    func changes() throws -> ChangesByOthers? {
        let now = ContinuousClock.now
        let interval = Duration.milliseconds(core.pool.options.changeIntervalMilliseconds)
        let isExpecting = isExpecting.exchange(false, ordering: .acquiringAndReleasing)
        guard isExpecting || state.withLock({ now - $0.lastLook >= interval }) else { return nil }
        let isTooLate = state.withLock { now - $0.lastLook > .seconds(Self.keptMinutes * 30) }
        let found: ChangesByOthers?
        do {
            found = try look()
        } catch {
            if isExpecting { expect() }
            throw error
        }
        if found != nil { hasFound.store(true, ordering: .releasing) }
        return isTooLate ? .unknown : found
    }

    /// Has the next look be taken whatever time it is.
    func expect() { isExpecting.store(true, ordering: .releasing) }

    /// Whether something was found since this was asked last.
    func takeFinding() -> Bool { hasFound.exchange(false, ordering: .acquiringAndReleasing) }

    private func look() throws -> ChangesByOthers? {
        try state.withLock { state in
            let now = ContinuousClock.now
            state.missing = state.missing.filter { $0.value > now }
            let rows = try core.pool.runRepeatably(
                "SELECT number, CASE WHEN writer = $3 OR is_void THEN '' ELSE changes END "
                    + "FROM \(core.tables.transaction) WHERE number > $1 OR number = ANY($2) ORDER BY number",
                [Parameter(state.last), Parameter(keys: state.missing.keys.sorted()), Parameter(core.writer)])
            state.lastLook = now
            var changes: ChangesByOthers?
            for row in 0..<rows.rowCount {
                let number = rows.integer(row, 0)
                state.missing[number] = nil
                if number > state.last {
                    for missing in max(state.last + 1, number - Self.greatestMissingCount)..<max(number, state.last + 1)
                    {
                        state.missing[missing] = now + Self.greatestDelay
                    }
                    state.last = number
                }
                if rows.isNull(row, 1) {
                    changes = .unknown
                } else if case let text = rows.data(row, 1), !text.isEmpty {
                    changes = merged(changes, text)
                }
            }
            return changes
        }
    }

    private func merged(_ known: ChangesByOthers?, _ text: Data) -> ChangesByOthers {
        var changes = known ?? ChangesByOthers()
        guard changes.isComplete, let new = ChangesText(text) else { return .unknown }
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
        return changes
    }

    /// Removes rows that nobody asks for any more, where a store that stays open has left enough of them behind. The save before is
    /// done, and stays so where this fails.
    func tidyAfterSave(_ log: StoreLog) {
        guard schedule.withLock({ $0.isDue(at: .now) }) else { return }
        do {
            try tidy()
        } catch {
            log.notTidied(error)
        }
    }

    /// Removes rows that nobody asks for any more.
    func tidy() throws {
        _ = try core.pool.runRepeatably(
            "DELETE FROM \(core.tables.transaction) WHERE committed_at < now() - interval '\(Self.keptMinutes) minutes'"
        )
    }
}
