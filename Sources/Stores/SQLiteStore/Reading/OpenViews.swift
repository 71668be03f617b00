import ObjectGraph
import Synchronization

/// The open views of a store.
final class OpenViews: Sendable {
    private let views = Mutex(WeakReferences<SQLiteView>())

    func insert(_ view: SQLiteView) { views.withLock { $0.append(view) } }

    /// Starts the read transaction of each view before the next commit, whose caller has checked the file.
    func pin() throws {
        let views = views.withLock { $0.all }
        for view in views { try view.pin() }
    }
}
