/// Whether a context stays at one of the states that a store has had.
enum GenerationStay {
    /// It reads the latest committed state.
    case none
    /// It stays at the state that it reads next.
    case fromNextRead
    /// It stays at the state that it has.
    case staying
}

// Core Data's query generations.
extension ManagedObjectContext {
    /// Has the context read the latest committed state, as it does at first.
    package func readLatestGeneration() { generationStay = .none }

    /// Has the context stay at the state that it reads next, until it saves, merges, is reset or refreshes all objects. It then
    /// stays at the state that it has come to.
    ///
    /// - Precondition: The context is no child.
    package func stayAtNextGeneration() {
        precondition(parent == nil, "a child context reads from its parent")
        generationStay = .fromNextRead
    }

    /// Whether a state is one that the context's stores have had.
    package func canStay(at state: GraphSnapshot) -> Bool { state.layout === persistentStoreCoordinator.layout }

    /// Has the context stay at a state, as ``stayAtNextGeneration()`` does.
    ///
    /// - Precondition: The context is no child, and the state is one of its coordinator's, with the same stores.
    package func stay(at state: GraphSnapshot) {
        precondition(parent == nil, "a child context reads from its parent")
        generationStay = .staying
        follow(state)
    }

    /// The state that the context stays at; nil where it does not.
    package var generation: GraphSnapshot? { generationStay == .staying ? snapshot : nil }
}
