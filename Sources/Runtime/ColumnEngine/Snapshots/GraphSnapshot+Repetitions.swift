extension GraphSnapshot {
    /// Returns the objects with the same values of an entity's uniqueness constraint, in groups of two and more, each
    /// in the order of the tables and their objects, sorted by the first of each.
    ///
    /// The constraint applies to the entity's whole family in one store (rule UNQ-8).
    package func repetitions(
        of constraint: UniquenessConstraint, of entity: EntityDescription
    ) throws -> [[ObjectReference]] {
        var repeated: [[ObjectReference]] = []
        for store in layout.stores {
            let known = UniquenessIndex.constraint(
                constraint.propertyNames, of: entity, inStore: store.identifier, layout)
            var references: [[UniquenessIndex.Value]: [ObjectReference]] = [:]
            try known?.forEachKey(in: self) { references[$0, default: []].append($1) }
            repeated += references.values.filter { $0.count > 1 }
        }
        return repeated.sorted { $0[0] < $1[0] }
    }
}
