import Synchronization

/// The open views of a store.
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

    /// Starts the read transaction of each view before the next commit, whose caller has checked the file.
    func pin() throws {
        let views = entries.withLock { $0.compactMap(\.view) }
        for view in views { try view.pin() }
    }
}
