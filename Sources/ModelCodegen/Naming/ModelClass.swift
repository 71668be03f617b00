import ModelSchema

/// A class of generated code, with what the model knows of it.
///
/// Entities may share a class: Core Data allows it, for a parent and its children as well as for strangers. The class
/// is then declared once, with the properties of all of them.
struct ModelClass: Sendable {
    /// The name that the model gives it.
    var name: String
    /// The entities whose objects are of this class, parents first; at least one.
    var entities: [Entity]
    /// The name of the superclass in the model; nil for the runtime's own class.
    var superclassName: String?

    /// All that the entities declare, as one entity that has the name of the first.
    var entity: Entity {
        guard var merged = entities.first, entities.count > 1 else { return entities[0] }
        for other in entities.dropFirst() {
            merged.attributes += other.attributes.filter { merged.attribute(named: $0.name) == nil }
            merged.relationships += other.relationships.filter { merged.relationship(named: $0.name) == nil }
            let names = merged.fetchedProperties.map(\.name)
            merged.fetchedProperties += other.fetchedProperties.filter { !names.contains($0.name) }
            // One of them says that the class is written by hand, so it is.
            if other.codeGeneration == .categoryExtension { merged.codeGeneration = .categoryExtension }
        }
        return merged
    }

    /// The name that the model gives the class of an entity.
    static func name(of entity: Entity) -> String {
        entity.className ?? entity.name
    }

    /// The classes of a model, superclasses first, siblings by name.
    ///
    /// Near-linear in the number of entities. Entities whose parents form a cycle, which is an error of the model, are
    /// left out.
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
        // An entity that comes before all others of its class has a parent of another class.
        return parent.map(name)
    }
}
