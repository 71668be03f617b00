import ModelSchema

/// The contents of every diagram: entities by name, and each link between two entities once.
///
/// Links refer to entities by index, because a broken model can contain a name twice. O(*n* log *n*) in the number of
/// properties.
struct DiagramContent {
    /// The entities by name, with their properties by name.
    let entities: [Entity]
    /// The connections, in the order of their sources.
    let connections: [Connection]
    /// The inheritance links, by child, without parents that do not exist.
    let inheritances: [Inheritance]

    init(_ model: Model) {
        let entities = model.entities.map(\.withPropertiesByName).sorted { $0.name < $1.name }
        let lookup = EntityLookup(entities)
        self.entities = entities
        inheritances = entities.indices.compactMap { child in
            guard let parentName = entities[child].parentName, let parent = lookup.index(named: parentName) else {
                return nil
            }
            return Inheritance(child: child, parent: parent)
        }
        connections = entities.indices.flatMap { entity in
            entities[entity].relationships.indices.compactMap { relationship in
                lookup.connection(from: RelationshipPlace(entity: entity, relationship: relationship))
            }
        }
    }
}

/// A child entity and its parent.
struct Inheritance {
    let child: Int
    let parent: Int
}

extension Entity {
    fileprivate var withPropertiesByName: Entity {
        var copy = self
        copy.attributes.sort { $0.name < $1.name }
        copy.relationships.sort { $0.name < $1.name }
        copy.fetchedProperties.sort { $0.name < $1.name }
        return copy
    }
}
