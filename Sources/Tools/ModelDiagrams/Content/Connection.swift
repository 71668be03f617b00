/// A relationship with its inverse, or a relationship without one.
struct Connection {
    let source: RelationshipPlace
    /// The entity at the other end: the one that declares the inverse, or the destination if there is no inverse.
    let targetEntity: Int
    /// The inverse, as an index into the relationships of ``targetEntity``; nil for a one-sided relationship.
    let inverse: Int?

    var isOneSided: Bool { inverse == nil }
    /// Whether the relationship is its own inverse, as *friends* may be.
    var isOwnInverse: Bool { targetEntity == source.entity && inverse == source.relationship }
}

/// A relationship of an entity.
struct RelationshipPlace: Hashable, Comparable {
    let entity: Int
    let relationship: Int

    static func < (left: RelationshipPlace, right: RelationshipPlace) -> Bool {
        (left.entity, left.relationship) < (right.entity, right.relationship)
    }
}
