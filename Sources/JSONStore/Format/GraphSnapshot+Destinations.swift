import ColumnEngine

extension GraphSnapshot {
    /// The destinations of a to-many relationship that a change is told by: of an ordered one only those that exist, since
    /// the others have no places in a file.
    ///
    /// O(1) where none can be gone.
    func placeableDestinations(_ links: Links, of relationship: RelationshipDescription) -> ReferenceList {
        guard case .toMany(let list) = links else { return ReferenceList() }
        guard relationship.isOrdered, relationship.mayLeadNowhere || hasLooseEnds else { return list }
        return ReferenceList(list.filter { row(of: $0) != nil })
    }
}
