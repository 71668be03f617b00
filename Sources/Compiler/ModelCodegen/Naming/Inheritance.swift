import ModelSchema

/// The inherited properties of a model's entities, counted once for all entities.
///
/// Code that repeats inherited properties, such as an initializer with all properties, grows with the square of a deep
/// hierarchy. The limits are beyond any model in practice. Beyond the limits, each class has only its own properties.
struct Inheritance: Sendable {
    /// The number of ancestors and properties that an entity inherits from.
    private struct Place {
        var ancestorCount = 0
        var attributeCount = 0
        var relationshipCount = 0

        func below(_ entity: Entity) -> Place {
            Place(
                ancestorCount: ancestorCount + 1, attributeCount: attributeCount + entity.attributes.count,
                relationshipCount: relationshipCount + entity.relationships.count)
        }
    }

    /// The maximum number of ancestors whose properties are repeated. In 490 versions of public models, no entity has
    /// more than 2.
    static let maximumAncestorCount = 12
    /// The maximum number of inherited properties that are repeated. In the same versions, no entity inherits more than
    /// 30.
    static let maximumPropertyCount = 400

    private var places: [String: Place] = [:]

    /// O(*n*) in the number of entities.
    init(in model: ModelLookup) {
        places.reserveCapacity(model.model.entities.count)
        for entity in model.model.entities where places[entity.name] == nil {
            var walked = [entity]
            var names: Set<String> = [entity.name]
            var place = Place()
            // A cycle of parents is an error of the model, and ends here like a root.
            while let parent = walked.last?.parentName.flatMap(model.entity(named:)), names.insert(parent.name).inserted
            {
                if let known = places[parent.name] {
                    place = known.below(parent)
                    break
                }
                walked.append(parent)
            }
            for entity in walked.reversed() {
                places[entity.name] = place
                place = place.below(entity)
            }
        }
    }

    func attributeCount(of entity: Entity) -> Int { places[entity.name]?.attributeCount ?? 0 }
    func relationshipCount(of entity: Entity) -> Int { places[entity.name]?.relationshipCount ?? 0 }

    /// Whether the code of an entity repeats its inherited properties.
    func isRepeated(in entity: Entity) -> Bool {
        guard let place = places[entity.name] else { return true }
        return place.ancestorCount <= Self.maximumAncestorCount
            && place.attributeCount + place.relationshipCount <= Self.maximumPropertyCount
    }
    /// The entity, followed by the ancestors whose properties its code repeats.
    func repeatedLineage(of entity: Entity, in model: ModelLookup) -> [Entity] {
        [entity] + (isRepeated(in: entity) ? model.ancestors(of: entity) : [])
    }
}
