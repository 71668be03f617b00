extension Model {
    /// Returns the names of the entities that a store must be migrated for although their ``VersionHash`` is the same
    /// in another version: those with other members of composites, or with other uniqueness constraints.
    ///
    /// Stores with these hashes compare the version in their own copy of the model.
    package func entitiesWithUnhashedChanges(since other: Model) -> Set<String> {
        entitiesWithOtherComposites(than: other).union(entitiesWithOtherConstraints(than: other))
    }

    /// Like Core Data's hash, it ignores the order of the constraints, but not that of the properties in one.
    private func entitiesWithOtherConstraints(than other: Model) -> Set<String> {
        let before = Dictionary(
            other.entities.map { ($0.name, Set($0.uniquenessConstraints)) }, uniquingKeysWith: { first, _ in first })
        return Set(
            entities.lazy.filter { entity in
                before[entity.name].map { $0 != Set(entity.uniquenessConstraints) } ?? false
            }.map(\.name))
    }
}

extension Model {
    /// What a stored value of a composite depends on.
    private struct Member: Hashable {
        var name: String
        var type: AttributeType
        var compositeName: String?
        var isOptional: Bool
        var versionHashModifier: String
    }

    /// Returns the names of the entities with an attribute whose composite, or one in it, has members with other names,
    /// types, or hash modifiers than in another version, or members that are optional in only one of the versions.
    ///
    /// An entity's ``VersionHash`` does not show this, because it includes only the names of composites. Core Data's
    /// includes the hashes of the members. O(*n*) in the number of members, and without recursion, because a hostile
    /// model can be as deep as it is large.
    func entitiesWithOtherComposites(than other: Model) -> Set<String> {
        let (members, otherMembers) = (membersOfComposites, other.membersOfComposites)
        var changed = Set(members.keys.filter { members[$0] != otherMembers[$0] })
        guard !changed.isEmpty else { return [] }
        var owners: [String: [String]] = [:]
        for (name, members) in members {
            for inner in members.compactMap(\.compositeName) { owners[inner, default: []].append(name) }
        }
        var open = Array(changed)
        while let name = open.popLast() {
            open += (owners[name] ?? []).filter { changed.insert($0).inserted }
        }
        return Set(
            entities.filter { entity in
                entity.attributes.contains { $0.type == .composite && $0.compositeName.map(changed.contains) == true }
            }.map(\.name))
    }

    private var membersOfComposites: [String: Set<Member>] {
        Dictionary(
            composites.map { composite in
                let members = composite.attributes.map { attribute in
                    Member(
                        name: attribute.name, type: attribute.type,
                        compositeName: attribute.type == .composite ? attribute.compositeName : nil,
                        isOptional: attribute.isOptional, versionHashModifier: attribute.versionHashModifier ?? "")
                }
                return (composite.name, Set(members))
            }, uniquingKeysWith: { first, _ in first })
    }
}
