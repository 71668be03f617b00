import ModelSchema

/// What every diagram draws: entities by name, and each link between two of them once.
///
/// Entities are referred to by their index here, since names may occur twice in a broken model. O(*n* log *n*) in the
/// number of properties.
struct DiagramContent {
    /// By name, each with its properties by name.
    let entities: [Entity]
    /// In the order of their sources.
    let connections: [Connection]
    /// By child; without parents that do not exist.
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
