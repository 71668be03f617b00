import ColumnEngine
import ModelSchema

// What the newer graph would lack.
extension GraphMigration {
    func isAccepted(_ elementName: String) -> Bool { accepted.contains(elementName) }

    /// Whether values of an attribute can be dropped: the attribute is listed, or a policy has received them.
    func isAccepted(_ elementName: String, _ mapping: EntityMapping) -> Bool {
        isAccepted(elementName) || policies[mapping.new.name] != nil
    }

    mutating func drop(_ entity: EntityDescription, count: Int) {
        guard count > 0 else { return }
        report.entities.append(
            MigrationReport.Entity(oldName: entity.name, newName: nil, objectCount: count, changes: []))
        guard !isAccepted(entity.name) else { return }
        let isAbstract = mapping.newNames[entity.name].flatMap { mapping.new.entitiesByName[$0] } != nil
        obstacles.add(
            .dataLoss, entity.name, count,
            isAbstract ? "an abstract entity has no objects, so they would be dropped" : "they would be dropped",
            "add '\(entity.name)' to the dropped elements, or keep the entity"
                + (isAbstract ? "" : "; if it was renamed, set its renaming identifier"))
    }

    mutating func countDropped(in contents: RowContents, _ mapping: EntityMapping) {
        for index in mapping.droppedAttributes {
            let elementName = mapping.old.elementName(mapping.old.attributes[index].name, in: self.mapping.old)
            guard !isAccepted(elementName, mapping) else { continue }
            let column = contents.columns[index]
            obstacles.add(
                .dataLoss, elementName, (0..<contents.count).count { !column.isMissing(at: $0) },
                "the value would be dropped",
                "add '\(elementName)' to the dropped elements, or keep the attribute; if it was renamed, set its "
                    + "renaming identifier")
        }
        for relationship in mapping.old.relationships where !relationship.schema.isTransient {
            let elementName = mapping.old.elementName(relationship.name, in: self.mapping.old)
            guard !isAccepted(elementName) else { continue }
            countDropped(relationship, elementName, in: contents.links[relationship.index], contents.count, mapping)
        }
    }

    private mutating func countDropped(
        _ relationship: RelationshipDescription, _ elementName: String, in column: LinkColumn, _ count: Int,
        _ mapping: EntityMapping
    ) {
        let isDropped = mapping.droppedRelationships.contains(relationship.index)
        if isDropped, !isContinuedByInverse(relationship) {
            obstacles.add(
                .dataLoss, elementName, (0..<count).count { !column[$0].isEmpty }, "the destinations would be dropped",
                "add '\(elementName)' to the dropped elements, or keep the relationship; if it was renamed, set "
                    + "its renaming identifier")
        } else if relationship.isOrdered, isDropped || losesOrder(relationship, mapping) {
            obstacles.add(
                .dataLoss, elementName, (0..<count).count { isOrder(column[$0].resolved.references) },
                "the order of the destinations would be dropped",
                "add '\(elementName)' to the dropped elements, or keep the relationship ordered")
        }
    }

    /// Whether the other side of a removed relationship continues, and so has its links.
    private func isContinuedByInverse(_ relationship: RelationshipDescription) -> Bool {
        guard let inverseName = relationship.inverseName,
            let destination = mapping.old.entitiesByName[relationship.destinationName]
        else { return false }
        return destination.concreteFamilyNames.allSatisfy { name in
            guard let mapping = mapping.entities[name] else { return true }
            return mapping.old.relationship(named: inverseName).map { mapping.relationships.contains($0.index) } ?? true
        }
    }

    /// Whether an ordered relationship continues as one without an order. A single destination has none.
    private func losesOrder(_ relationship: RelationshipDescription, _ mapping: EntityMapping) -> Bool {
        mapping.relationships.firstIndex(of: relationship.index).map { index in
            mapping.new.relationships[index].isToMany && !mapping.new.relationships[index].isOrdered
        } ?? false
    }

    /// Whether destinations have an order that can be lost: several of them have objects in the newer graph.
    private func isOrder(_ destinations: [ObjectReference]) -> Bool {
        destinations.count { source.row(of: $0) != nil && newReference($0) != nil } > 1
    }
}
