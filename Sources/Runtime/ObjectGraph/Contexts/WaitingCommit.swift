import Foundation
import Synchronization

/// A commit that one thread runs, and whose outcome another one takes.
package final class WaitingCommit: Sendable {
    let changes: ChangeSet
    private let coordinator: PersistentStoreCoordinator
    private let date: Date
    private let state = Mutex(State())
    private let condition = NSCondition()

    private struct State {
        var outcome: Result<CommittedState, any Error>?
        var continuations: [CheckedContinuation<Void, Never>] = []
    }

    init(_ changes: ChangeSet, by coordinator: PersistentStoreCoordinator, at date: Date) {
        self.changes = changes
        self.coordinator = coordinator
        self.date = date
    }

    /// Commits the changes.
    package func run() {
        let outcome = Result { try coordinator.commit(changes, at: date) }
        let continuations = condition.withLock {
            condition.broadcast()
            return state.withLock { state in
                state.outcome = outcome
                return state.continuations
            }
        }
        for continuation in continuations { continuation.resume() }
    }

    /// Waits for the outcome in place.
    func wait() -> Result<CommittedState, any Error> {
        condition.withLock {
            while true {
                if let outcome = state.withLock(\.outcome) { return outcome }
                condition.wait()
            }
        }
    }

    /// Returns the stored objects whose changes have to be merged with what others have saved; nil if nothing has to be
    /// merged, or the commit has not ended.
    func referencesToMerge(in layout: GraphLayout) -> [ObjectReference]? {
        guard case .failure(let error) = state.withLock(\.outcome) else { return nil }
        var references = Set(
            changes.updated.map(\.reference) + changes.deleted.map(\.reference) + changes.indirectlyUpdated)
        switch error {
        case let conflict as MergeConflictError:
            references.formUnion(conflict.objectIDs.compactMap(layout.reference))
        case let conflicts as ConstraintConflictError:
            references.formUnion(conflicts.conflicts.compactMap(\.databaseReference))
        case is GraphIntegrityError: break
        default: return nil
        }
        return references.filter { !$0.isTemporary }.sorted()
    }

    /// Waits for the outcome without blocking a thread.
    func waitAsynchronously() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if state.outcome == nil { state.continuations.append(continuation) }
                return state.outcome != nil
            }
            if hasEnded { continuation.resume() }
        }
    }
}
