/// The views of a kept state, which are unpinned when no context reads from them.
final class PinnedViews: Sendable {
    private let views: [any PinnedStoreView]

    init(_ views: [any PinnedStoreView]) { self.views = views }

    deinit { for view in views { view.unpin() } }
}
