import ColumnEngine
import Synchronization

/// The unique values that commits to a store with many writers take or give up, and that the store does not keep unique
/// itself.
///
/// A commit claims its values, searches the store for them, writes, and then releases them. Commits with other values
/// do not wait for it, and none of those with the same ones searches before it has ended.
final class ValueClaims: Sendable {
    private struct Place {
        let waiter: Waiter
        let values: Set<UniquenessIndex.Slot>
    }

    private struct State {
        var values: Set<UniquenessIndex.Slot> = []
        /// In the order of arrival.
        var waiting: [Place] = []

        /// Lets those who wait for values that no one has claim theirs, unless one before them waits for the same ones.
        mutating func advance() {
            var wanted: Set<UniquenessIndex.Slot> = []
            var remaining: [Place] = []
            for place in waiting {
                if values.isDisjoint(with: place.values), wanted.isDisjoint(with: place.values) {
                    values.formUnion(place.values)
                    place.waiter.finish(.begun)
                } else {
                    wanted.formUnion(place.values)
                    remaining.append(place)
                }
            }
            waiting = remaining
        }
    }

    private let state = Mutex(State())

    /// How many wait for values.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits until no other commit has any of the values, and claims all of them. Those with the same values claim them
    /// in the order of arrival.
    ///
    /// - Throws: `CancellationError` if the work was canceled while it waited. Nothing is claimed then.
    func claim(_ values: Set<UniquenessIndex.Slot>) throws {
        let waiter = state.withLock { state -> Waiter? in
            if state.values.isDisjoint(with: values),
                state.waiting.allSatisfy({ $0.values.isDisjoint(with: values) })
            {
                state.values.formUnion(values)
                return nil
            }
            let waiter = Waiter()
            state.waiting.append(Place(waiter: waiter, values: values))
            return waiter
        }
        guard let waiter else { return }
        let outcome = StoreActivity.measure(.wait(for: .save, of: nil)) {
            waiter.wait(withdraw: { [self] in withdraw(waiter) })
        }
        guard outcome == .begun else { throw CancellationError() }
    }

    /// - Returns: False if the values are claimed.
    private func withdraw(_ waiter: Waiter) -> Bool {
        state.withLock { state in
            guard let place = state.waiting.firstIndex(where: { $0.waiter === waiter }) else { return false }
            state.waiting.remove(at: place)
            waiter.finish(.withdrawn)
            // Those behind it may have waited for it alone.
            state.advance()
            return true
        }
    }

    /// Releases values, and lets those who wait for them claim theirs.
    func release(_ values: Set<UniquenessIndex.Slot>) {
        state.withLock { state in
            state.values.subtract(values)
            state.advance()
        }
    }
}
