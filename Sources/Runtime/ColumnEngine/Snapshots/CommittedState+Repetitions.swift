extension CommittedState {
    /// Returns the objects with values of an entity's uniqueness constraint that an object before them has as well, in
    /// the order of the tables and their objects, each with the first object with these values. O(*n*).
    ///
    /// The constraint applies to the entity's whole family in one store (rule UNQ-8).
    ///
    /// - Throws: The error of the store that is queried.
    package func repetitions(
        of constraint: UniquenessConstraint, of entity: EntityDescription
    ) throws -> [(reference: ObjectReference, first: ObjectReference)] {
        var repetitions: [(reference: ObjectReference, first: ObjectReference)] = []
        for store in layout.stores {
            let known = UniquenessIndex.constraint(
                constraint.propertyNames, of: entity, inStore: store.identifier, layout)
            var firsts: [[UniquenessIndex.Value]: ObjectReference] = [:]
            try known?.forEachKey(in: self) { key, reference in
                guard let first = firsts.updateValue(reference, forKey: key) else { return }
                firsts[key] = first
                repetitions.append((reference, first))
            }
        }
        return repetitions
    }
}
