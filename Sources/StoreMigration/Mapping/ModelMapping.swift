import ColumnEngine
import ModelSchema

/// Which elements of a model continue those of an earlier version.
struct ModelMapping {
    let old: ManagedObjectModel
    let new: ManagedObjectModel
    /// The name in the newer model of each entity that goes on, by its older name.
    let newNames: [String: String]
    /// How objects change, by the entity's older name; without those whose objects cannot go on.
    let entities: [String: EntityMapping]
    /// What the models alone stand in the way of.
    let obstacles: [MigrationObstacle]

    init(from old: ManagedObjectModel, to new: ManagedObjectModel) {
        self.old = old
        self.new = new
        let oldEntities = old.entities.map(\.schema)
        let newEntities = new.entities.map(\.schema)
        var newNames: [String: String] = [:]
        for (entity, place) in zip(newEntities, ElementPairing.places(of: newEntities, in: oldEntities)) {
            if let place { newNames[oldEntities[place].name] = entity.name }
        }
        self.newNames = newNames
        entities = old.entities.reduce(into: [:]) { entities, entity in
            guard !entity.isAbstract, let continuation = newNames[entity.name].flatMap({ new.entitiesByName[$0] }),
                !continuation.isAbstract
            else { return }
            entities[entity.name] = EntityMapping(from: entity, to: continuation)
        }
        var obstacles = Self.claimedTwice(newEntities, before: oldEntities) { $0 }
        for entity in newEntities {
            let before = oldEntities.first { newNames[$0.name] == entity.name }
            obstacles += Self.claimedTwice(entity.attributes, before: before?.attributes ?? []) {
                "\(entity.name).\($0)"
            }
            obstacles += Self.claimedTwice(entity.relationships, before: before?.relationships ?? []) {
                "\(entity.name).\($0)"
            }
        }
        self.obstacles = obstacles
    }

    /// - Parameter before: The elements of the older model: what claimed the same there already is told apart by its name.
    private static func claimedTwice<Element: Renamable>(
        _ elements: [Element], before: [Element], _ elementName: (String) -> String
    ) -> [MigrationObstacle] {
        let known = Set(before.map { [$0.name, $0.continuedName] })
        return Dictionary(grouping: elements, by: \.continuedName).values.filter { claims in
            claims.count { !known.contains([$0.name, $0.continuedName]) } > 0 && claims.count > 1
        }.flatMap { claims in
            claims.filter { $0.continuedName != $0.name }.map { element in
                MigrationObstacle(
                    kind: .claimedTwice, elementName: elementName(element.name), objectCount: 0,
                    message: "another element also continues '\(element.continuedName)'",
                    remedy: "remove the renaming identifier of the one that is new")
            }
        }
    }
}

extension EntityDescription {
    /// The name of a property with the entity that declares it: `Vehicle.wheels`.
    func elementName(_ property: String, in model: ManagedObjectModel) -> String {
        let lineage = [self] + ancestorNames.compactMap { model.entitiesByName[$0] }
        let owner = lineage.last { entity in
            entity.schema.attributes.contains { $0.name == property }
                || entity.schema.relationships.contains { $0.name == property }
        }
        return "\(owner?.name ?? name).\(property)"
    }
}
