/// An error that occurs if a context cannot keep a state of its stores.
///
/// ```swift
/// do {
///     try context.pinQueryGeneration()
/// } catch QueryGenerationError.costly(let reasons) {
///     print("The report may mix states, because one state would take", reasons)
/// }
/// ```
public enum QueryGenerationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A child context reads from its parent.
    case childContext
    /// Keeping a state has costs that the caller did not accept; a reason for each store.
    case costly(reasons: [String])

    public var description: String {
        switch self {
        case .childContext: "a child context reads from its parent; pin the query generation of the parent"
        case .costly(let reasons):
            "keeping a state takes \(reasons.joined(separator: ", and ")); "
                + "to accept that, call pinQueryGeneration(acceptingCost: true)"
        }
    }
}

// Core Data's query generations.
extension ManagedObjectContext {
    /// Makes the context keep reading the state that is committed now, regardless of later saves of other contexts and
    /// processes. Objects that it has read before keep their values until they are refreshed.
    ///
    /// The context moves on when it saves, merges, resets, or refreshes all objects. It then keeps the resulting state,
    /// or if keeping a state is costly, reads the latest state again until you pin it once more.
    ///
    /// Stores in memory, JSON stores, and SQLite stores keep a state at little cost. If other programs write to a
    /// SQLite store, the context keeps the state of its first query. A PostgreSQL store keeps a state in a transaction
    /// on a connection of its own. If a query fails or this connection is lost, later queries throw an error, and
    /// faults behave as with any store that cannot be read; see ``shouldDeleteUnreadableFaults``.
    ///
    /// ```swift
    /// try context.pinQueryGeneration(acceptingCost: true)
    /// defer { context.unpinQueryGeneration() }
    /// let heroes = try context.fetch(FetchRequest<Hero>(entityName: "Hero"))
    /// print(heroes.count, try context.count(for: FetchRequest<Team>(entityName: "Team")))  // 1 1
    /// ```
    ///
    /// - Parameter acceptsCost: Whether the context may pin the state even if this is costly for a store. The context
    ///   then doesn't merge others' changes automatically while it is pinned.
    /// - Throws: ``QueryGenerationError``, or an error of a store that cannot keep a state now. The context then
    ///   continues as before.
    public func pinQueryGeneration(acceptingCost acceptsCost: Bool = false) throws {
        guard parent == nil else { throw QueryGenerationError.childContext }
        completeSaveInProgress()
        let costs = persistentStoreCoordinator.pinningCosts
        guard acceptsCost || costs.isEmpty else { throw QueryGenerationError.costly(reasons: costs) }
        let (state, views) = try requesting { try persistentStoreCoordinator.pinnedState() }
        stay(at: state)
        guard let views else { return }
        queryGeneration.keep(views)
    }

    /// Makes the context read the latest committed state again, which is the default.
    public func unpinQueryGeneration() {
        guard queryGeneration.isChosen else { return }
        readLatestGeneration()
        moveOnToLatest()
    }

    /// Whether the context keeps a state.
    public var isQueryGenerationPinned: Bool { queryGeneration.isKept }

    /// Makes the context read the latest committed state, the next time that it reads.
    package func readLatestGeneration() { queryGeneration.keepNone() }

    /// Makes the context keep the state that it reads next, until it saves, merges, resets, or refreshes all objects.
    /// It then keeps the resulting state.
    ///
    /// - Precondition: The context has no parent.
    package func pinToNextGeneration() {
        require(parent == nil, "a child context reads from its parent")
        queryGeneration.keepNext()
    }

    /// Returns whether a state belongs to the context's current stores.
    package func canRemain(at state: CommittedState) -> Bool { state.layout === persistentStoreCoordinator.layout }

    /// Makes the context keep a state, like ``pinToNextGeneration()``.
    ///
    /// - Precondition: The context has no parent, and the state is one of its coordinator's, with the same stores.
    package func stay(at state: CommittedState) {
        require(parent == nil, "a child context reads from its parent")
        follow(state)
        queryGeneration.keep()
    }

    /// The state that the context keeps; nil if it does not.
    package var generation: CommittedState? { queryGeneration.isKept ? snapshot : nil }
}
