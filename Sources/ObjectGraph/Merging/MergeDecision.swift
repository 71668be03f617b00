/// How a merge decides where both sides have changed the same.
struct MergeDecision {
    /// What is done with conflicts.
    enum Purpose {
        /// A save brings its changes together with what others have saved: objects may come back, or be given up.
        case saving
        /// A context follows what others have saved: its own changes stay on top, and no object comes back or goes.
        case following
    }

    var purpose: Purpose
    var type: MergePolicy.MergeType
    /// The objects that others have changed, deleted or led to since; the policy is for them.
    var conflicted: Set<ObjectReference>

    static let following = MergeDecision(
        purpose: .following, type: .mergeByPropertyObjectTrump, conflicted: [])

    /// Whether this context's changes count where others have changed the same.
    var prefersObject: Bool { type == .mergeByPropertyObjectTrump || type == .overwrite }

    func isRolledBack(_ reference: ObjectReference) -> Bool { type == .rollback && conflicted.contains(reference) }
}
