import Synchronization

/// The views of a store that someone holds.
final class OpenViews: Sendable {
    private struct Entry {
        weak var view: SQLiteView?
    }

    private let entries = Mutex<[Entry]>([])

    func insert(_ view: SQLiteView) {
        entries.withLock { entries in
            entries.removeAll { $0.view == nil }
            entries.append(Entry(view: view))
        }
    }

    /// Lets each view keep what it shows, before something else is committed.
    func pin() throws {
        let views = entries.withLock { $0.compactMap(\.view) }
        for view in views { try view.pin() }
    }
}
