/// The objects that commits changed.
package struct CommittedReferences: Sendable {
    package var inserted: Set<ObjectReference>
    /// Those of which only derived sides changed among them.
    package var updated: Set<ObjectReference>
    package var deleted: Set<ObjectReference>

    /// The objects of some commits; none unless they are given.
    package init(
        inserted: Set<ObjectReference> = [], updated: Set<ObjectReference> = [], deleted: Set<ObjectReference> = []
    ) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
    }
}
