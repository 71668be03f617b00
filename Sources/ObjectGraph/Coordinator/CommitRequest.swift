import Synchronization

/// What a saver wants to be committed: by itself, or by another one that is at it.
final class CommitRequest: Sendable {
    let changes: ChangeSet
    private let result = Mutex<Result<GraphSnapshot, any Error>?>(nil)

    init(_ changes: ChangeSet) { self.changes = changes }

    /// nil as long as no one has committed it, or failed to.
    var outcome: Result<GraphSnapshot, any Error>? { result.withLock { $0 } }

    func settle(_ outcome: Result<GraphSnapshot, any Error>) { result.withLock { $0 = outcome } }
}
