/// Which committed state a context reads: the latest one, or one that it keeps.
///
/// Views exist only while a state is kept. A context that is fixed never moves on, whatever it keeps.
struct QueryGeneration {
    private enum Stay {
        /// It reads the latest committed state.
        case none
        /// It keeps the state that it reads next.
        case fromNextRead
        /// It keeps the state that it has.
        case staying
    }

    /// Whether the context always keeps its state.
    var isFixed = false
    private var stay = Stay.none
    /// The views of a kept state, for stores whose usual views do not keep it.
    private(set) var views: PinnedViews?
    /// How often the context, or the parent of a child context, has begun or ended to read from such views.
    private(set) var viewChangeCount = 0

    /// Whether the context moves on to later states when it reads.
    var movesOn: Bool { !isFixed && stay != .staying }
    /// Whether the context reads the latest state, and is not about to keep one.
    var isLatest: Bool { !isFixed && stay == .none }
    /// Whether the context keeps a state, or is about to, until it saves, merges, or is reset.
    var isChosen: Bool { stay != .none }
    /// Whether the context keeps a state until it saves, merges, or is reset.
    var isKept: Bool { stay == .staying }

    /// Keeps the state that the context has.
    mutating func keep() { stay = .staying }

    /// Keeps the state that the context has, which is that of some views.
    mutating func keep(_ views: PinnedViews) {
        self.views = views
        viewChangeCount += 1
        stay = .staying
    }

    /// Keeps the state that the context reads next.
    mutating func keepNext() { stay = .fromNextRead }

    /// Keeps a state that has just been read, if the context was waiting for one.
    mutating func noteRead() {
        if stay == .fromNextRead { stay = .staying }
    }

    /// Reads the latest state again, the next time that the context reads.
    mutating func keepNone() { stay = .none }

    /// Lets go of the views of a kept state, and so of the state, before the context takes another one.
    mutating func endViews() {
        guard views != nil else { return }
        views = nil
        viewChangeCount += 1
        stay = .none
    }

    /// Notes that a child context reads from the views of its parent.
    ///
    /// - Returns: Whether these are others than before.
    mutating func follow(_ parent: QueryGeneration) -> Bool {
        guard viewChangeCount != parent.viewChangeCount else { return false }
        viewChangeCount = parent.viewChangeCount
        return true
    }
}
