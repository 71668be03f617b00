/// The objects that commits changed.
struct CommittedReferences: Sendable {
    var inserted: Set<ObjectReference> = []
    /// Those of which only derived sides changed among them.
    var updated: Set<ObjectReference> = []
    var deleted: Set<ObjectReference> = []
}
