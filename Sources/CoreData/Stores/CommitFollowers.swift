import ObjectGraph
import Synchronization

/// The contexts that look at the changes of others whenever these have saved to a coordinator.
final class CommitFollowers: Sendable {
    private let state = Mutex(State())

    private struct State {
        var followers: [Follower] = []
        var observesCommits = false
    }

    private struct Follower {
        weak var context: NSManagedObjectContext?
    }

    /// Adds a context. The first one begins the observation of a coordinator.
    func add(_ context: NSManagedObjectContext, of coordinator: PersistentStoreCoordinator) {
        let follower = Follower(context: context)
        // Released after the lock, because the end of another context can run any code of the program.
        var others: [NSManagedObjectContext] = []
        defer { withExtendedLifetime(others) {} }
        let isFirst = state.withLock { state in
            state.followers.removeAll { follower in
                guard let other = follower.context else { return true }
                others.append(other)
                return other === context
            }
            state.followers.append(follower)
            defer { state.observesCommits = true }
            return !state.observesCommits
        }
        // Not earlier: an observer of commits costs each commit a set of all its IDs.
        guard isFirst else { return }
        coordinator.observe { [weak self] _ in self?.tell() }
        coordinator.addExternalChangeObserver { [weak self] in self?.tell() }
    }

    private func tell() {
        let contexts = state.withLock { $0.followers.compactMap(\.context) }
        for context in contexts { context.mergeLater() }
    }
}
