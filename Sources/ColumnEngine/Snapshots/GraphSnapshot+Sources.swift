extension GraphSnapshot {
    /// The objects of an entity and its descendants that point to an object by a relationship. O(*n*) in their number.
    ///
    /// Omits objects of a store that is asked, because they only point to objects of that store.
    package func sources(
        of reference: ObjectReference, by relationship: RelationshipDescription, of entityName: String
    ) -> [Row] {
        guard let entity = layout.entity(named: entityName) else { return [] }
        return entity.concreteFamilyNames.flatMap { layout.ordinals(ofEntityNamed: $0) }.flatMap { ordinal in
            tables[ordinal].chunks.flatMap { chunk in
                (0..<chunk.count).map { Row(chunk, $0) }.filter {
                    $0.links(at: relationship.index).contains(reference, isOrdered: relationship.isOrdered)
                }
            }
        }
    }
}
