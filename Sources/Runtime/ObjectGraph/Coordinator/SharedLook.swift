import Synchronization

/// Lets threads that request others' commits at the same time share a look at the store.
///
/// A look shows what was committed before it began. A thread that comes during a look waits for the next one, which one
/// of the waiting threads takes for all of them. So no thread waits for more than two, however many there are.
final class SharedLook: Sendable {
    private struct Place {
        let waiter: Waiter
        /// Whether somebody has committed something, even if the store does not report it; nil to be alone.
        let isCertain: Bool?
    }

    private struct State {
        var isBusy = false
        /// In the order of arrival.
        var waiting: [Place] = []
        /// Those for whom the present look is as well.
        var sharers: [Place] = []
        /// Whether the present look is for somebody who is certain.
        var isCertain = false

        /// Lets the next one begin.
        mutating func advance() {
            guard !isBusy, !waiting.isEmpty else { return }
            let next = waiting.removeFirst()
            isBusy = true
            isCertain = next.isCertain == true
            if next.isCertain != nil {
                sharers = waiting.filter { $0.isCertain != nil }
                waiting.removeAll { $0.isCertain != nil }
                isCertain = isCertain || sharers.contains { $0.isCertain == true }
            }
            next.waiter.finish(.begun)
        }
    }

    private let state = Mutex(State())

    /// How many wait for a look, or to be alone.
    var waitingCount: Int { state.withLock { $0.waiting.count + $0.sharers.count } }

    /// Looks, or waits for a look that another thread has begun since. Returns earlier if the current work is canceled.
    ///
    /// - Parameters:
    ///   - isCertain: Whether somebody has committed something, even if the store does not report it.
    ///   - look: Looks, and receives whether it does so for somebody who is certain. If the current work is canceled,
    ///     it need not find anything.
    func look(isCertain: Bool, _ look: (Bool) -> Void) {
        guard let isCertain = begin(isCertain) else { return }
        look(isCertain)
        // The cancellation of this work does not leave others without a look.
        end(isComplete: StoreCancellation.current?.isCancelled != true)
    }

    /// Runs work while no other thread looks.
    ///
    /// - Throws: What the work throws, or `CancellationError` if it was canceled while it waited.
    func alone<Result>(_ body: () throws -> Result) throws -> Result {
        guard begin(nil) != nil else { throw CancellationError() }
        defer { end(isComplete: true) }
        return try body()
    }

    /// - Returns: Whether the look of this thread is for somebody who is certain; nil if the thread need not look,
    ///   because another one has, or because the work was canceled.
    private func begin(_ isCertain: Bool?) -> Bool? {
        let waiter = state.withLock { state -> Waiter? in
            guard state.isBusy else {
                state.isBusy = true
                return nil
            }
            let waiter = Waiter()
            state.waiting.append(Place(waiter: waiter, isCertain: isCertain))
            return waiter
        }
        guard let waiter else { return isCertain == true }
        guard waiter.wait(withdraw: { [self] in withdraw(waiter) }) == .begun else { return nil }
        return state.withLock(\.isCertain)
    }

    /// Takes a waiter out.
    ///
    /// - Returns: False if it has begun to look, or has been looked for.
    private func withdraw(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            if let place = state.waiting.firstIndex(where: { $0.waiter === waiter }) {
                state.waiting.remove(at: place)
            } else if let place = state.sharers.firstIndex(where: { $0.waiter === waiter }) {
                state.sharers.remove(at: place)
            } else {
                return false
            }
            waiter.finish(.withdrawn)
            return true
        }
    }

    private func end(isComplete: Bool) {
        state.withLock { state in
            if isComplete {
                for sharer in state.sharers { sharer.waiter.finish(.settled) }
            } else {
                state.waiting.insert(contentsOf: state.sharers, at: 0)
            }
            state.sharers = []
            state.isBusy = false
            state.advance()
        }
    }
}
