/// A relationship in the runtime, with its resolved inverse.
///
/// ```swift
/// guard let teams = entity.relationshipsByName["teams"] else { return }
/// print(teams.destinationName, teams.isToMany, teams.inverseName ?? "one way")  // Team true heroes
/// ```
public final class RelationshipDescription: Sendable {
    /// The relationship as the model declares it.
    public let schema: Relationship
    /// The name of the destination entity.
    public let destinationName: String
    /// The name of the inverse relationship; nil for none.
    public let inverseName: String?
    /// Whether stores contain this side. The other side is an index that is computed from it.
    ///
    /// Stores contain the to-one side, or if both sides are of the same kind, the one whose entity and name sort first.
    /// They always contain a side without an inverse, and an ordered side.
    public let isStored: Bool

    /// The index among the relationships of every entity that has it, and in an object's row.
    public let index: Int
    /// The index of the inverse among the relationships of the destination and its descendants.
    package let inverseIndex: Int?
    /// Whether the inverse is not stored, but an index over this side.
    package let hasDerivedInverse: Bool
    /// Whether destinations can be deleted without a change of this side (rules DEL-7, DEL-11 and DEL-17).
    public let allowsMissingDestination: Bool
    /// Whether the inverse is ordered, and so stores its own order.
    package let hasOrderedInverse: Bool
    /// Whether the relationship is its own inverse, like a friendship.
    package let isOwnInverse: Bool
    /// Whether links are reported from this side if both sides are known, so that each is reported once.
    package let reportsLinks: Bool

    init?(_ relationship: Relationship, at index: Int, of entity: Entity, in model: ModelLookup) {
        guard let destinationName = relationship.destinationName,
            let destination = model.entity(named: destinationName)
        else { return nil }
        schema = relationship
        self.destinationName = destinationName
        self.index = index
        guard let inverse = model.inverse(of: relationship),
            let inverseIndex = model.relationships(of: destination).firstIndex(where: { $0.name == inverse.name })
        else {
            inverseName = nil
            inverseIndex = nil
            isStored = true
            hasDerivedInverse = false
            allowsMissingDestination = true
            hasOrderedInverse = false
            isOwnInverse = false
            reportsLinks = true
            return
        }
        inverseName = inverse.name
        self.inverseIndex = inverseIndex
        isStored = Self.isStored(relationship, inverse: inverse)
        allowsMissingDestination = Self.leavesLinks(inverse.deleteRule)
        hasOrderedInverse = inverse.isToMany && inverse.isOrdered
        let isItsOwnInverse = inverse == relationship && relationship.destinationName == entity.name
        isOwnInverse = inverse == relationship && inverseIndex == index
        hasDerivedInverse = !isItsOwnInverse && !Self.isStored(inverse, inverse: relationship)
        reportsLinks =
            isOwnInverse
            || (isStored && (hasDerivedInverse || Self.sortsFirst(relationship, inverse: inverse)))
    }

    /// The name in the model.
    public var name: String { schema.name }
    /// Whether it can point to more than one object (rule MOD-5).
    public var isToMany: Bool { schema.isToMany }
    /// Whether a save rejects an object without a destination. As in Core Data, a nonoptional to-many relationship
    /// needs one only if the model gives it a minimum count (rule VAL-8).
    public var isRequired: Bool { schema.isRequired && (!isToMany || schema.minimumCount > 0) }
    /// Whether its destinations are ordered; always false for a to-one relationship.
    public var isOrdered: Bool { schema.isToMany && schema.isOrdered }

    /// Whether destinations may still refer to an object that has been deleted (rules DEL-7, DEL-11 and DEL-17).
    package var leavesLinksOfDeleted: Bool { inverseName != nil && Self.leavesLinks(schema.deleteRule) }

    private static func leavesLinks(_ rule: DeleteRule) -> Bool { rule == .noAction || rule == .deny }

    private static func isStored(_ relationship: Relationship, inverse: Relationship) -> Bool {
        if relationship.isToMany, relationship.isOrdered { return true }
        if relationship.isToMany != inverse.isToMany { return !relationship.isToMany }
        return sortsFirst(relationship, inverse: inverse)
    }

    private static func sortsFirst(_ relationship: Relationship, inverse: Relationship) -> Bool {
        // The declaring entity of each side is the destination's name on the other side.
        let own = (inverse.destinationName ?? "", relationship.name)
        let other = (relationship.destinationName ?? "", inverse.name)
        return own <= other
    }
}

extension RelationshipDescription: Hashable {
    public static func == (left: RelationshipDescription, right: RelationshipDescription) -> Bool {
        left === right || left.index == right.index && left.schema == right.schema
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(schema.name)
        hasher.combine(destinationName)
    }
}

// The numbers of destinations that the model allows.
extension RelationshipDescription {
    /// Whether there can be too few or too many destinations.
    package var hasBounds: Bool {
        isRequired || schema.isToMany && (schema.minimumCount > 0 || schema.maximumCount > 0)
    }

    /// Returns whether the model allows a number of destinations. For an optional to-many relationship, the minimum
    /// count does not apply to an empty one.
    package func allows(count: Int) -> Bool {
        if count == 0 { return !isRequired }
        guard schema.isToMany else { return true }
        return count >= schema.minimumCount && (schema.maximumCount <= 0 || count <= schema.maximumCount)
    }
}
