import Synchronization

/// The views of a kept state, which are unpinned when no context reads from them.
final class PinnedViews: Sendable {
    private let views: Mutex<[any PinnedStoreView]>

    init(_ views: [any PinnedStoreView]) { self.views = Mutex(views) }

    deinit { unpin() }

    /// Unpins the views now, which may wait for their stores.
    func unpin() {
        let pinned = views.withLock { views in
            defer { views = [] }
            return views
        }
        for view in pinned { view.unpin() }
    }
}
