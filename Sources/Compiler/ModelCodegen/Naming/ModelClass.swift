import ModelSchema

/// A generated class, with its entities.
///
/// Core Data allows entities to share a class, whether they are related or not. The code declares such a class once,
/// with the properties of all its entities.
struct ModelClass: Sendable {
    /// Its name in the model.
    var name: String
    /// The entities with this class, parents first. There is at least one.
    var entities: [Entity]
    /// The name of the superclass in the model; nil for the class of the runtime.
    var superclassName: String?

    /// All declarations of the entities, as one entity with the name of the first.
    var entity: Entity {
        guard var merged = entities.first, entities.count > 1 else { return entities[0] }
        var attributeNames = Set(merged.attributes.map(\.name))
        var relationshipNames = Set(merged.relationships.map(\.name))
        var fetchedNames = Set(merged.fetchedProperties.map(\.name))
        for other in entities.dropFirst() {
            merged.attributes += other.attributes.filter { !attributeNames.contains($0.name) }
            merged.relationships += other.relationships.filter { !relationshipNames.contains($0.name) }
            merged.fetchedProperties += other.fetchedProperties.filter { !fetchedNames.contains($0.name) }
            attributeNames.formUnion(other.attributes.map(\.name))
            relationshipNames.formUnion(other.relationships.map(\.name))
            fetchedNames.formUnion(other.fetchedProperties.map(\.name))
            // If one of them says that the class is written by hand, it is.
            if other.codeGeneration == .categoryExtension { merged.codeGeneration = .categoryExtension }
        }
        return merged
    }

    /// The name of an entity's class in the model.
    static func name(of entity: Entity) -> String { entity.className ?? entity.name }

    /// The classes of a model, superclasses first, siblings by name.
    ///
    /// Nearly O(*n*) in the number of entities. The result does not include entities whose parents form a cycle, which
    /// is an error of the model.
    static func classes(of lookup: ModelLookup) -> [ModelClass] {
        let roots = lookup.model.entities.filter { $0.parentName.flatMap(lookup.entity(named:)) == nil }
        var indexes: [String: Int] = [:]
        var classes: [ModelClass] = []
        for entity in roots.sorted(by: { $0.name < $1.name }).flatMap(lookup.family) {
            let name = name(of: entity)
            if let index = indexes[name] {
                classes[index].entities.append(entity)
            } else {
                indexes[name] = classes.count
                classes.append(
                    ModelClass(name: name, entities: [entity], superclassName: superclassName(of: entity, in: lookup)))
            }
        }
        return classes
    }

    private static func superclassName(of entity: Entity, in lookup: ModelLookup) -> String? {
        let parent = entity.parentName.flatMap(lookup.entity(named:))
        // The parent of the first entity of a class has a different class.
        return parent.map(name)
    }
}
