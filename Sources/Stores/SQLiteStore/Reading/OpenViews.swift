import ObjectGraph
import Synchronization

/// The open views of a store whose read transactions have not been started by a commit.
final class OpenViews: Sendable {
    private let views = Mutex(WeakReferences<SQLiteView>())

    func insert(_ view: SQLiteView) { views.withLock { $0.append(view) } }

    /// Starts the read transaction of each view before the next commit, whose caller has checked the file.
    ///
    /// - Throws: `StoreError` if one of them cannot be started. The next commit tries again.
    func pin() throws {
        let found = views.withLock { views in
            defer { views.removeAll() }
            return views.all
        }
        do {
            for view in found { try view.pin() }
        } catch {
            views.withLock { views in
                for view in found { views.append(view) }
            }
            throw error
        }
    }
}
