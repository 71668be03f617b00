import Synchronization

/// Where the tables of a coordinator's stores lie: side by side, one for each entity and store.
///
/// A place is another store's only when the store that had it no longer exists, and no one can come across its objects any more:
/// references say the table alone.
package final class TablePlaces: Sendable {
    private struct State {
        var next: Int
        var free: [Int] = []
    }

    /// The number of tables that a store has.
    let width: Int
    private let state: Mutex<State>

    /// - Parameter first: Where the tables begin that are given to stores.
    package init(width: Int, beginningAt first: Int) {
        self.width = width
        state = Mutex(State(next: first))
    }

    /// A place for a store's tables; nil if there is no room.
    package func take() -> TablePlace? {
        state.withLock { state in
            if let first = state.free.popLast() { return TablePlace(first, wasOthers: true, self) }
            guard state.next + width <= ObjectReference.tableLimit else { return nil }
            defer { state.next += width }
            return TablePlace(state.next, wasOthers: false, self)
        }
    }

    fileprivate func giveBack(_ first: Int) {
        state.withLock { $0.free.append(first) }
    }
}

/// Where the tables of one store lie, for as long as this is held: by layouts that have the store, and by contexts that
/// know objects of it.
package final class TablePlace: Sendable {
    /// The first of the tables.
    package let first: Int
    /// Whether another store has had the place before.
    package let wasOthers: Bool
    private let places: TablePlaces

    fileprivate init(_ first: Int, wasOthers: Bool, _ places: TablePlaces) {
        self.first = first
        self.wasOthers = wasOthers
        self.places = places
    }

    /// All of the tables.
    package var ordinals: Range<Int> { first..<first + places.width }

    deinit {
        places.giveBack(first)
    }
}
