import ModelSchema

/// Relationships whose inverse does not exist or does not point back.
///
/// If a project accepts them, code for this package's runtime leaves out the inverse, because the runtime keeps both
/// sides of a pair consistent, and these are not a pair.
struct ModelInverses {
    private let lookup: ModelLookup

    init(in lookup: ModelLookup) { self.lookup = lookup }

    /// Whether an entity's relationship names an inverse that does not exist or does not point back.
    func isOneSided(_ relationship: Relationship, of entity: Entity) -> Bool {
        guard let inverse = lookup.inverse(of: relationship) else { return !(relationship.inverseName ?? "").isEmpty }
        guard let back = lookup.inverse(of: inverse) else { return true }
        let ownerName = inverse.inverseEntityName ?? inverse.destinationName
        let owner = ownerName.flatMap(lookup.entity(named:))
        return back != relationship || owner.map { !isDeclared(relationship, of: entity, for: $0) } ?? true
    }

    /// The model without inverses that do not exist or do not point back; nil if there are none.
    var consistentModel: Model? {
        var changed: Model?
        for (index, entity) in lookup.model.entities.enumerated() {
            for (place, relationship) in entity.relationships.enumerated() where isOneSided(relationship, of: entity) {
                if changed == nil { changed = lookup.model }
                changed?.entities[index].relationships[place].inverseName = nil
                changed?.entities[index].relationships[place].inverseEntityName = nil
            }
        }
        return changed
    }

    /// Whether a relationship is the one that an entity declares or inherits under its name.
    private func isDeclared(_ relationship: Relationship, of entity: Entity, for other: Entity) -> Bool {
        other.name == entity.name
            || (other.relationship(named: relationship.name) == nil
                && lookup.ancestors(of: other).first { $0.relationship(named: relationship.name) != nil }?.name
                    == entity.name)
    }
}
