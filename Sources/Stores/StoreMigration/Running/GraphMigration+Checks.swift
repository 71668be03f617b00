import ColumnEngine
import ModelSchema

// Checks that involve several objects.
extension GraphMigration {
    /// Numbers are unique in a hierarchy: objects of several can have the same (rule MIG-23).
    mutating func checkHierarchies() {
        let hierarchies = Dictionary(grouping: mapping.entities.values, by: \.new.rootName)
        for (root, members) in hierarchies {
            let counts = Dictionary(grouping: members, by: \.old.rootName).mapValues { members in
                members.reduce(0) { $0 + source.objectCount(ofEntityNamed: $1.old.name) }
            }
            let filled = counts.filter { $0.value > 0 }
            guard filled.count > 1 else { continue }
            obstacles.add(
                .mergedHierarchies, root, filled.values.reduce(0, +),
                "separate hierarchies have been merged: \(filled.keys.sorted().joined(separator: ", "))",
                "leave the entities without a common parent")
        }
    }

    /// Finds objects with the same values of a new constraint (rule MIG-27).
    mutating func countDuplicates(in snapshot: GraphSnapshot) throws {
        let state = CommittedState(snapshot)
        for entity in mapping.new.entities {
            for constraint in entity.schema.uniquenessConstraints where !isKnown(constraint, of: entity) {
                let later = try state.repetitions(of: constraint, of: entity)
                let count = later.count + Set(later.map(\.first)).count
                obstacles.add(
                    .duplicateValues, "\(entity.name) (\(constraint.propertyNames.joined(separator: ", ")))", count,
                    "another object has the same values, which must now be unique",
                    "remove duplicates with the older version of the model, or leave out the constraint")
            }
        }
    }

    private func isKnown(_ constraint: UniquenessConstraint, of entity: EntityDescription) -> Bool {
        guard let oldName = mapping.newNames.first(where: { $0.value == entity.name })?.key,
            let old = mapping.old.entitiesByName[oldName], old.ancestorNames.isEmpty == entity.ancestorNames.isEmpty
        else { return false }
        let places = ElementPairing.oldIndexes(of: entity.attributes, in: old.attributes)
        let names = constraint.propertyNames.map { name in
            entity.attributes.firstIndex { $0.name == name }.flatMap { places[$0] }.map { old.attributes[$0].name }
        }
        let stays = mapping.entities.values.filter { entity.concreteFamilyNames.contains($0.new.name) }.allSatisfy {
            member in
            // An entity that has moved into the family did not have the constraint.
            old.concreteFamilyNames.contains(member.old.name)
                && constraint.propertyNames.allSatisfy { name in
                    guard let index = member.new.attributes.firstIndex(where: { $0.name == name }) else { return true }
                    if case .kept = member.attributes[index] { return policies[member.new.name] == nil }
                    return false
                }
        }
        return stays
            && old.schema.uniquenessConstraints.contains { Set($0.propertyNames.map(Optional.some)) == Set(names) }
    }
}
