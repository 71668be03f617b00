import ModelSchema

/// Relationships whose inverse does not point back.
///
/// Where a project accepts them, code for this package's runtime has them without an inverse: it keeps both sides of a
/// pair in step, and these are no pair.
struct ModelInverses {
    private let lookup: ModelLookup

    init(in lookup: ModelLookup) {
        self.lookup = lookup
    }

    /// Whether a relationship of an entity names an inverse that leads elsewhere.
    func isOneSided(_ relationship: Relationship, of entity: Entity) -> Bool {
        guard let inverse = lookup.inverse(of: relationship) else { return false }
        guard let back = lookup.inverse(of: inverse) else { return true }
        let ownerName = inverse.inverseEntityName ?? inverse.destinationName
        let owner = ownerName.flatMap(lookup.entity(named:))
        return back != relationship || owner.map { !isDeclared(relationship, of: entity, for: $0) } ?? true
    }

    /// The model without inverses that lead elsewhere; nil if none does.
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

    /// Whether a relationship of an entity is what another one has under its name, by itself or from an ancestor.
    private func isDeclared(_ relationship: Relationship, of entity: Entity, for other: Entity) -> Bool {
        other.name == entity.name
            || (other.relationship(named: relationship.name) == nil
                && lookup.ancestors(of: other).first { $0.relationship(named: relationship.name) != nil }?.name
                    == entity.name)
    }
}
