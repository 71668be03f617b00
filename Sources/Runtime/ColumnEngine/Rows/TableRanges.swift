import Synchronization

/// The positions of the tables of a coordinator's stores: adjacent, one for each entity and store.
///
/// Another store gets a position only when its earlier store no longer exists and nobody can encounter its objects,
/// because references contain only the table.
package final class TableRanges: Sendable {
    private struct State {
        var next: Int
        var free: [Int] = []
    }

    /// The number of tables that a store has.
    let width: Int
    private let state: Mutex<State>

    /// - Parameter first: The first position for tables of stores.
    package init(width: Int, beginningAt first: Int) {
        self.width = width
        state = Mutex(State(next: first))
    }

    /// A position for a store's tables; nil if there is no room.
    package func reserve() -> TableRange? {
        state.withLock { state in
            if let first = state.free.popLast() { return TableRange(first, belongedToAnotherStore: true, self) }
            guard state.next + width <= ObjectReference.tableLimit else { return nil }
            defer { state.next += width }
            return TableRange(state.next, belongedToAnotherStore: false, self)
        }
    }

    fileprivate func giveBack(_ first: Int) { state.withLock { $0.free.append(first) } }
}

/// The position of one store's tables. Layouts with the store and contexts that know its objects retain it, and so
/// reserve the position.
package final class TableRange: Sendable {
    /// The first of the tables.
    package let first: Int
    /// Whether another store had the position before.
    package let belongedToAnotherStore: Bool
    private let ranges: TableRanges

    fileprivate init(_ first: Int, belongedToAnotherStore: Bool, _ ranges: TableRanges) {
        self.first = first
        self.belongedToAnotherStore = belongedToAnotherStore
        self.ranges = ranges
    }

    /// All of the tables.
    package var ordinals: Range<Int> { first..<first + ranges.width }

    deinit { ranges.giveBack(first) }
}
