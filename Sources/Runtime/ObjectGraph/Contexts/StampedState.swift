/// The committed state that a context reads, with a stamp that tells what was read from it.
///
/// The stamp changes whenever another state arrives, and only then. An object with the present stamp therefore has the
/// values of this state.
struct StampedState {
    private(set) var state: CommittedState
    /// Whether some of the stores are queried. It is read for each fault, where an access to the state itself would
    /// take as long as the rest.
    private(set) var isQueried: Bool
    /// A number, not below 0, that differs whenever the state has changed.
    private(set) var stamp: Int32 = 0
    /// The stamp of others' last commits.
    private var foreignStamp: Int32 = 0
    /// The number of the coordinator's commits when the context last moved on.
    private var commitCount: Int

    init(_ state: CommittedState, commitCount: Int) {
        self.state = state
        isQueried = state.isQueried
        self.commitCount = commitCount
    }

    /// Creates the state of a child context, which begins to read what its parent reads.
    init(of parent: StampedState) {
        self.init(parent.state, commitCount: parent.commitCount)
    }

    /// Takes a state, and returns whether it is another one.
    mutating func take(_ latest: CommittedState) -> Bool {
        let isOther = latest.generation != state.generation
        state = latest
        isQueried = latest.isQueried
        if isOther { stamp = (stamp &+ 1) & .max }
        return isOther
    }

    /// Notes that others have committed something of what the state has.
    mutating func noteForeignCommits() { foreignStamp = stamp }

    /// Whether what was read at a stamp was read since others' last commit, and so is consistent.
    func isConsistent(since stamp: Int32) -> Bool { stamp >= foreignStamp }

    /// Notes that the state is the latest one after a number of commits.
    mutating func noteCommits(_ count: Int) { commitCount = count }

    /// Makes the next read look for others' commits, however many there were.
    mutating func expectCommits() { commitCount = .min }

    /// Whether something has been committed since the context last moved on.
    func isBefore(_ count: Int) -> Bool { commitCount != count }
}
