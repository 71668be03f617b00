import Synchronization

/// The IDs of a context's new objects that predicates are made with, which follow the objects to their permanent IDs.
///
/// The predicates retain them. A program may make a predicate with an object anywhere, as it may read its ID, so others
/// are kept away.
final class TrackedIdentities: Sendable {
    private struct Entries {
        /// By the references that the objects have now.
        var identities: [ObjectReference: Reference] = [:]
        /// The number of identities at which those that no predicate retains are removed.
        var limit = 16
    }

    private struct Reference { weak var identity: TrackedIdentity? }

    private let entries = Mutex(Entries())
    /// Whether there has been an identity, so that a save of many objects need not look for each.
    private let isUsed = Atomic(false)

    /// Returns the identity of an object, and makes it if necessary.
    ///
    /// - Parameter objectID: The ID that the object has now.
    func identity(of reference: ObjectReference, _ objectID: ObjectID) -> TrackedIdentity {
        isUsed.store(true, ordering: .relaxed)
        return entries.withLock { entries in
            if let known = entries.identities[reference]?.identity { return known }
            if entries.identities.count >= entries.limit {
                entries.identities = entries.identities.filter { $0.value.identity != nil }
                entries.limit = max(16, 2 * entries.identities.count)
            }
            let identity = TrackedIdentity(objectID)
            entries.identities[reference] = Reference(identity: identity)
            return identity
        }
    }

    /// Notes that an object has another ID.
    @inline(__always)
    func follow(_ old: ObjectReference, to new: ObjectReference, _ objectID: @autoclosure () -> ObjectID) {
        guard isUsed.load(ordering: .relaxed) else { return }
        follow(old, to: new, as: objectID())
    }

    private func follow(_ old: ObjectReference, to new: ObjectReference, as objectID: ObjectID) {
        entries.withLock { entries in
            guard let reference = entries.identities.removeValue(forKey: old) else { return }
            guard let identity = reference.identity else { return }
            identity.update(to: objectID)
            // A save that fails gives the object its earlier ID again.
            entries.identities[new] = reference
        }
    }
}
