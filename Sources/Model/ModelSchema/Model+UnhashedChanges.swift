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
