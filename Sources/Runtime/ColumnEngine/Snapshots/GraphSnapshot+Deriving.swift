package import Foundation

extension GraphSnapshot {
    /// Returns the same objects with the values that derivations have for them.
    /// Values that depend on the time of a save stay.
    ///
    /// For a graph in memory that no context has made, such as that of a migration. O(*n*) in the number of objects of
    /// entities with derived attributes.
    ///
    /// - Throws: The error of an expression.
    package func withDerivedValues() throws -> GraphSnapshot {
        let derivations = layout.derivations
        guard !derivations.isEmpty else { return self }
        var state = self
        // A value may depend on another one that was wrong.
        for _ in 0..<derivations.longestChain {
            let check = DerivationCheck(of: CommittedState(state))
            var changes = ChangeSet()
            for table in state.tables where derivations.own[table.entity.ordinal] != nil {
                for row in table.chunks.lazy.flatMap({ chunk in (0..<chunk.count).lazy.map { Row(chunk, $0) } }) {
                    let values = try check.wrongAttributes(of: row).sorted().compactMap { index in
                        try check.value(at: index, of: row).map { (index: index, value: $0) }
                    }
                    guard !values.isEmpty else { continue }
                    var update = ChangeSet.Update(reference: row.reference, version: row.version)
                    update.values = values
                    changes.updated.append(update)
                }
            }
            if changes.isEmpty { break }
            state = try state.replaying(changes)
        }
        state.generation = generation
        return state
    }
}

extension StoreChanges {
    /// Returns the changes with the values that derivations have for the inserted objects,
    /// which are all objects of a new store.
    ///
    /// - Parameters:
    ///   - model: The model of the store.
    ///   - storeIdentifier: The identifier of the store.
    /// - Throws: An error if the objects do not fit together, or the error of an expression.
    package func withDerivedValues(of model: ManagedObjectModel, storeIdentifier: UUID) throws -> StoreChanges {
        guard !model.derivations.isEmpty else { return self }
        let empty = GraphSnapshot(layout: GraphLayout(model: model, storeIdentifier: storeIdentifier))
        let state = try empty.replaying(ChangeSet(self, in: empty)).withDerivedValues()
        var changes = self
        for place in changes.inserted.indices {
            let objectID = changes.inserted[place].objectID
            guard let reference = state.layout.reference(for: objectID), let row = state.row(of: reference) else {
                continue
            }
            for index in state.layout.entities[reference.entityOrdinal].derivedIndexes {
                changes.inserted[place].values[index] = row.value(at: index)
            }
        }
        return changes
    }
}
