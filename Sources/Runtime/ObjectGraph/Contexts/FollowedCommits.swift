/// Which commits the registered objects of a context follow: all up to a generation.
///
/// Of later ones, those of the context itself need not be followed. Everything that is known of the time since the
/// generation ends when the objects follow a later one.
struct FollowedCommits {
    /// The last commit of others that registered objects follow.
    private(set) var generation: Int
    /// The objects in memory at that time. Others' commits may become so many that which objects they have inserted is
    /// only known from these.
    private(set) var columns: GraphSnapshot?
    /// The numbers of the change sets that the context has committed since then, and so need not follow.
    private(set) var ownChangeSets: Set<Int> = []
    /// Whether registered objects may be older than the generation, because the context did not follow others before.
    private(set) var mayBeBehind = false

    init(_ generation: Int) { self.generation = generation }

    /// Notes that the context leaves a state for another one.
    mutating func leave(_ state: CommittedState) {
        if state.generation == generation { columns = state.columns }
    }

    /// Notes a commit of the context itself.
    mutating func noteOwn(changeSet number: Int) { ownChangeSets.insert(number) }

    /// Notes that nothing but the context's own commit has been committed up to a generation.
    mutating func advance(to generation: Int) {
        self.generation = generation
        columns = nil
        if !ownChangeSets.isEmpty { ownChangeSets = [] }
    }

    /// Notes that registered objects follow all that has been committed up to a generation.
    ///
    /// - Parameter mayBeBehind: Whether some may be older.
    mutating func complete(_ generation: Int, mayBeBehind: Bool = false) {
        advance(to: generation)
        self.mayBeBehind = mayBeBehind
    }
}
