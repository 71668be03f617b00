/// The objects that commits changed.
package struct CommittedReferences: Sendable {
    package var inserted: Set<ObjectReference>
    /// The objects among these with changes only in derived sides.
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
