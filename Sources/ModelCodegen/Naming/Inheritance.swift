import ModelSchema

/// What the entities of a model inherit, counted once for all of them.
///
/// Code that repeats what is inherited, such as an initializer with all properties, costs the square of a deep chain. It
/// is generated as far as any model that people work with goes; beyond that, each class has what it adds.
struct Inheritance: Sendable {
    /// What an entity inherits.
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

    /// The most ancestors whose properties are repeated. In 490 versions of public models, no entity has more than 2.
    static let maximumAncestorCount = 12
    /// The most inherited properties that are repeated. In the same versions, no entity inherits more than 30.
    static let maximumPropertyCount = 400

    private var places: [String: Place] = [:]

    /// O(*n*) in the number of entities.
    init(in model: ModelLookup) {
        places.reserveCapacity(model.model.entities.count)
        for entity in model.model.entities where places[entity.name] == nil {
            var walked = [entity]
            var names: Set<String> = [entity.name]
            var place = Place()
            // Parents that form a cycle are an error of the model, and end here like any root.
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

    /// Whether the code of an entity repeats what the entity inherits.
    func isRepeated(in entity: Entity) -> Bool {
        guard let place = places[entity.name] else { return true }
        return place.ancestorCount <= Self.maximumAncestorCount
            && place.attributeCount + place.relationshipCount <= Self.maximumPropertyCount
    }
}
