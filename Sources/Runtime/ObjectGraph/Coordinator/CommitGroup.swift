import Foundation
import Synchronization

/// Several requests that are committed together: each is checked against the state after the previous ones, and all are
/// written at once.
struct CommitGroup {
    /// The requests to commit, in order. Those that are neither accepted nor settled are tried again when the result of
    /// these is known, because their conflicts may be with a state that will never exist.
    private(set) var accepted: [CommitRequest] = []
    /// The states after each of them; none if the store is queried.
    private(set) var states: [GraphSnapshot] = []

    /// A large change set takes so long to write that grouping gains nothing.
    private static let maximumChangeCount = 1000

    /// Determines which requests can be committed.
    ///
    /// - Parameters:
    ///   - requests: In the order of their arrival. Requests that conflict with the state before all are settled.
    ///   - before: The latest committed state.
    ///   - uniqueness: The index of that state; afterwards, of the state after the accepted requests.
    init(_ requests: [CommitRequest], before: GraphSnapshot, uniqueness: inout UniquenessIndex) {
        for request in requests {
            guard accepted.isEmpty || request.changes.isSmall(Self.maximumChangeCount) else { continue }
            do {
                let state = states.last ?? before
                let edits = try uniqueness.edits(for: request.changes, in: CommittedState(state))
                states.append(try state.applying(request.changes))
                uniqueness.apply(edits)
                accepted.append(request)
            } catch {
                if accepted.isEmpty { request.settle(.failure(error)) }
            }
        }
    }

    /// Determines which requests can be committed to a store that is queried: those whose objects no other one
    /// concerns, and whose unique values the store compares itself.
    ///
    /// - Parameters:
    ///   - requests: In the order of their arrival. A request is settled if it fails before anything is written.
    ///   - latest: The latest committed state.
    ///   - uniqueness: The index of that state; afterwards, of the state after the accepted requests.
    init(_ requests: [CommitRequest], asking latest: CommittedState, uniqueness: inout UniquenessIndex) {
        var concerned: Set<ObjectReference> = []
        for request in requests {
            let references = request.changes.references(upTo: Self.maximumChangeCount)
            guard accepted.isEmpty || references.map(concerned.isDisjoint) == true else { continue }
            do {
                let edits = try uniqueness.edits(for: request.changes, in: latest)
                guard accepted.isEmpty || edits.isEmpty else { continue }
                uniqueness.apply(edits)
                accepted.append(request)
                // Otherwise, it is written on its own.
                guard let references, edits.isEmpty else { return }
                concerned.formUnion(references)
            } catch {
                if accepted.isEmpty { request.settle(.failure(error)) }
            }
        }
    }
}

extension ChangeSet {
    fileprivate func isSmall(_ count: Int) -> Bool { inserted.count + updated.count + deleted.count <= count }

    /// All objects that the changes concern: changed ones, those at the other ends of changed links, which are changed
    /// or indirectly updated as well, and destinations; nil for more than a number, or if some have not been read.
    fileprivate func references(upTo count: Int) -> Set<ObjectReference>? {
        guard isSmall(count), indirectlyUpdated.count + expectedVersions.count <= count else { return nil }
        var references = Set(indirectlyUpdated)
        references.formUnion(updated.lazy.map(\.reference))
        references.formUnion(deleted.lazy.map(\.reference))
        references.formUnion(expectedVersions.lazy.map(\.reference))
        references.formUnion(inserted.lazy.map(\.reference))
        let links = inserted.lazy.flatMap(\.links) + updated.lazy.flatMap { $0.links.map(\.links) }
        for links in links {
            guard links.deferred == nil, links.count <= count else { return nil }
            references.formUnion(links.references)
        }
        return references.count <= count ? references : nil
    }
}

/// A change set to commit, by its own saver or by another one that is committing.
final class CommitRequest: Sendable {
    let changes: ChangeSet
    /// The time for the history, if another program starts one meanwhile.
    let date: Date
    /// The thread of its saver.
    let waiter = Waiter()
    private let result = Mutex<Result<CommittedState, any Error>?>(nil)

    init(_ changes: ChangeSet, at date: Date) {
        self.changes = changes
        self.date = date
    }

    /// The result; nil while the request waits.
    var outcome: Result<CommittedState, any Error>? { result.withLock { $0 } }

    func settle(_ outcome: Result<CommittedState, any Error>) { result.withLock { $0 = outcome } }
}
