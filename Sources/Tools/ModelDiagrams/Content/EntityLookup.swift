import ModelSchema

/// Finds entities and relationships by name in constant time. The first of two equal names wins.
struct EntityLookup {
    private let entities: [Entity]
    private let indices: [String: Int]
    private let relationshipIndices: [[String: Int]]

    init(_ entities: [Entity]) {
        self.entities = entities
        indices = Dictionary(entities.indices.map { (entities[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
        relationshipIndices = entities.map { entity in
            Dictionary(
                entity.relationships.indices.map { (entity.relationships[$0].name, $0) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    func index(named name: String) -> Int? { indices[name] }

    /// The connection to draw for a relationship; nil if it has no destination, or if its inverse draws it.
    func connection(from place: RelationshipPlace) -> Connection? {
        let relationship = entities[place.entity].relationships[place.relationship]
        guard let destination = relationship.destinationName.flatMap(index(named:)) else { return nil }
        guard let inverse = inverse(of: place), self.inverse(of: inverse) == place else {
            return Connection(source: place, targetEntity: destination, inverse: nil)
        }
        guard place <= inverse else { return nil }
        return Connection(source: place, targetEntity: inverse.entity, inverse: inverse.relationship)
    }

    private func inverse(of place: RelationshipPlace) -> RelationshipPlace? {
        let relationship = entities[place.entity].relationships[place.relationship]
        guard let inverseName = relationship.inverseName,
            let declaring = relationship.inverseEntityName ?? relationship.destinationName
        else { return nil }
        return self.place(ofRelationship: inverseName, inheritedBy: declaring)
    }

    private func place(ofRelationship name: String, inheritedBy entityName: String) -> RelationshipPlace? {
        var seen: Set<Int> = []
        var next = indices[entityName]
        while let entity = next, seen.insert(entity).inserted {
            if let relationship = relationshipIndices[entity][name] {
                return RelationshipPlace(entity: entity, relationship: relationship)
            }
            next = entities[entity].parentName.flatMap(index(named:))
        }
        return nil
    }
}
