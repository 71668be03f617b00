import ColumnEngine
import ModelSchema

/// The elements of a model that continue those of an earlier version.
struct ModelMapping {
    let old: ManagedObjectModel
    let new: ManagedObjectModel
    /// The name in the newer model of each entity that continues, by its older name.
    let newNames: [String: String]
    /// The mappings by the entity's older name, without entities whose objects cannot continue.
    let entities: [String: EntityMapping]
    /// The obstacles that follow from the models alone.
    let obstacles: [MigrationObstacle]

    init(from old: ManagedObjectModel, to new: ManagedObjectModel) {
        self.old = old
        self.new = new
        let oldEntities = old.entities.map(\.schema)
        let newEntities = new.entities.map(\.schema)
        var newNames: [String: String] = [:]
        for (entity, place) in zip(newEntities, ElementPairing.oldIndexes(of: newEntities, in: oldEntities)) {
            if let place { newNames[oldEntities[place].name] = entity.name }
        }
        self.newNames = newNames
        entities = old.entities.reduce(into: [:]) { entities, entity in
            guard !entity.isAbstract, let continuation = newNames[entity.name].flatMap({ new.entitiesByName[$0] }),
                !continuation.isAbstract
            else { return }
            entities[entity.name] = EntityMapping(from: entity, to: continuation)
        }
        var obstacles = Self.ambiguousSource(newEntities, before: oldEntities) { $0 }
        for entity in newEntities {
            let before = oldEntities.first { newNames[$0.name] == entity.name }
            let elementName = { (name: String) in "\(entity.name).\(name)" }
            obstacles += Self.ambiguousSource(entity.attributes, before: before?.attributes ?? [], elementName)
            obstacles += Self.ambiguousSource(entity.relationships, before: before?.relationships ?? [], elementName)
        }
        self.obstacles = obstacles
    }

    /// - Parameter before: The elements of the older model. Elements that already had the same identifier there are
    ///   distinguished by name.
    private static func ambiguousSource<Element: Renamable>(
        _ elements: [Element], before: [Element], _ elementName: (String) -> String
    ) -> [MigrationObstacle] {
        let known = Set(before.map { [$0.name, $0.continuedName] })
        let claimed = Dictionary(grouping: elements, by: \.continuedName).values.filter { claims -> Bool in
            claims.count > 1 && !claims.allSatisfy { known.contains([$0.name, $0.continuedName]) }
        }
        return claimed.joined().filter { $0.continuedName != $0.name }.map { element in
            MigrationObstacle(
                kind: .ambiguousSource, elementName: elementName(element.name), objectCount: 0,
                message: "another element also continues '\(element.continuedName)'",
                remedy: "remove the renaming identifier of the one that is new")
        }
    }
}

extension ManagedObjectModel {
    func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        relationship.inverseName.flatMap { entitiesByName[relationship.destinationName]?.relationship(named: $0) }
    }
}

extension EntityDescription {
    /// The name of a property with its declaring entity, such as `Vehicle.wheels`.
    func elementName(_ property: String, in model: ManagedObjectModel) -> String {
        let owner = lineage(in: model).last { entity in
            entity.schema.attributes.contains { $0.name == property }
                || entity.schema.relationships.contains { $0.name == property }
        }
        return "\(owner?.name ?? name).\(property)"
    }
}
