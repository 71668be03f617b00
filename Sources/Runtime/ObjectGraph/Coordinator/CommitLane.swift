import Dispatch
import Synchronization

/// The line of a store's commits: those of a store with many writers run beside one another, and whatever must not meet
/// a commit runs alone. Turns are in the order of arrival.
///
/// A turn lasts for a whole commit, and so for as long as the store waits for its disk or server. The lanes of several
/// stores are always entered in the order of the stores.
final class CommitLane: Sendable {
    /// How work uses the lane.
    enum Turn {
        case alone
        case beside
    }

    /// Someone in the line.
    private struct Place {
        let waiter: Waiter
        let turn: Turn
        /// What another thread can commit for it.
        let request: CommitRequest?
    }

    private struct State {
        var besideCount = 0
        var isAlone = false
        /// In the order of arrival.
        var waiting: [Place] = []

        /// - Returns: Whether the turn begins.
        mutating func begin(_ turn: Turn) -> Bool {
            guard !isAlone else { return false }
            switch turn {
            case .alone:
                guard besideCount == 0 else { return false }
                isAlone = true
            case .beside: besideCount += 1
            }
            return true
        }

        /// Begins the turns that no one is in the way of.
        mutating func advance() {
            while let next = waiting.first, begin(next.turn) {
                waiting.removeFirst()
                next.waiter.finish(.begun)
            }
        }
    }

    private let state = Mutex(State())

    /// How many wait for a turn.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Begins a turn, which ``end(_:)`` ends, if no one is in the way or waits for it.
    ///
    /// - Returns: Whether it has begun.
    func beginAtOnce(_ turn: Turn) -> Bool { state.withLock { $0.waiting.isEmpty && $0.begin(turn) } }

    /// Waits for a turn, which ``end(_:)`` ends.
    ///
    /// - Throws: `CancellationError` if the work was canceled while it waited.
    func begin(_ turn: Turn) throws {
        if beginAtOnce(turn) { return }
        guard begin(turn, by: Waiter()) == .begun else { throw CancellationError() }
    }

    /// Waits for a turn alone to commit a request, which whoever is in the lane can commit as well.
    ///
    /// - Returns: Whether the turn has begun; false if the request is settled.
    /// - Throws: `CancellationError` if the work was canceled while no one committed the request.
    func begin(for request: CommitRequest) throws -> Bool {
        switch begin(.alone, by: request.waiter, for: request) {
        case .begun: return true
        case .settled: return false
        case .withdrawn: throw CancellationError()
        }
    }

    private func begin(
        _ turn: Turn, by waiter: Waiter, for request: CommitRequest? = nil, until deadline: DispatchTime? = nil
    ) -> Waiter.Outcome {
        let begins = state.withLock { state in
            if state.waiting.isEmpty, state.begin(turn) { return true }
            state.waiting.append(Place(waiter: waiter, turn: turn, request: request))
            return false
        }
        if begins { return .begun }
        return StoreActivity.measure(.wait(for: .save, of: nil)) {
            waiter.wait(until: deadline) { [self] in withdraw(waiter) }
        }
    }

    /// Takes a waiter out of the line.
    ///
    /// - Returns: False if it is its turn, or if another thread commits its request.
    private func withdraw(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            guard let place = state.waiting.firstIndex(where: { $0.waiter === waiter }) else {
                waiter.noteCancellation()
                return false
            }
            state.waiting.remove(at: place)
            waiter.finish(.withdrawn)
            // Those behind it may have waited for it alone.
            state.advance()
            return true
        }
    }

    /// Ends a turn.
    func end(_ turn: Turn) {
        state.withLock { state in
            switch turn {
            case .alone: state.isAlone = false
            case .beside: state.besideCount -= 1
            }
            state.advance()
        }
    }

    /// Runs work while no commit runs. Commits that begin meanwhile wait for it.
    ///
    /// - Throws: What the work throws, or `CancellationError` if it was canceled while it waited.
    func alone<Result>(_ body: () throws -> Result) throws -> Result {
        try begin(.alone)
        defer { end(.alone) }
        return try body()
    }

    /// Runs work while no commit runs, unless others are held up.
    ///
    /// - Parameter limit: The maximum time to wait for commits that run. Those that begin meanwhile wait, too.
    /// - Returns: Nil if the work did not run.
    /// - Throws: What the work throws, or `CancellationError` if it was canceled while it waited.
    func alone<Result>(within limit: DispatchTimeInterval, _ body: () throws -> Result?) throws -> Result? {
        if !beginAtOnce(.alone) {
            guard begin(.alone, by: Waiter(), until: .now() + limit) == .begun else {
                try StoreCancellation.check()
                return nil
            }
        }
        defer { end(.alone) }
        return try body()
    }

    /// Takes the requests in the line, to commit them in a turn alone. Until ``settle(_:)``, they cannot be canceled.
    ///
    /// It leaves those behind someone without a request, whose turn would otherwise never come while others keep
    /// saving.
    func takeRequests() -> [CommitRequest] {
        state.withLock { state in
            let end = state.waiting.firstIndex { $0.request == nil } ?? state.waiting.endIndex
            let requests = state.waiting[..<end].compactMap(\.request)
            state.waiting.removeSubrange(..<end)
            return requests
        }
    }

    /// Ends the waits for requests that have an outcome. The others wait again, before those who have come since.
    func settle(_ requests: [CommitRequest]) {
        state.withLock { state in
            var postponed: [Place] = []
            for request in requests {
                if request.outcome != nil {
                    request.waiter.finish(.settled)
                } else if request.waiter.isCancelled {
                    request.waiter.finish(.withdrawn)
                } else {
                    postponed.append(Place(waiter: request.waiter, turn: .alone, request: request))
                }
            }
            state.waiting.insert(contentsOf: postponed, at: 0)
        }
    }
}
