import ColumnEngine

extension GraphSnapshot {
    /// The destinations of a to-many relationship for changes. Those of an ordered one are limited to existing objects,
    /// because the others have no positions in a file.
    ///
    /// O(1) if all of them must exist.
    func placeableDestinations(_ links: Links, of relationship: RelationshipDescription) -> ReferenceList {
        guard case .toMany(let list) = links else { return ReferenceList() }
        guard relationship.isOrdered, relationship.allowsMissingDestination || hasDanglingLinks else { return list }
        return ReferenceList(list.filter { row(of: $0) != nil })
    }
}
