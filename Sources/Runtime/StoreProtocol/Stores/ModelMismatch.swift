package import ModelSchema

/// The differences between the model of a store and the one that it is opened with, by their version hashes.
package struct ModelMismatch: CustomStringConvertible {
    /// The entities with different versions, by name.
    package private(set) var changed: [String]
    /// The entities that only the opening model has, by name.
    package let added: [String]
    /// The entities that only the store has, by name.
    package let removed: [String]

    /// - Parameters:
    ///   - stored: The hashes of the store's entities, by name.
    ///   - expected: The hashes of the model's entities, by name; nil for one that cannot be compared.
    package init<Hash: Equatable>(stored: [String: Hash], expected: [String: Hash?]) {
        changed = expected.filter { name, hash in
            guard let hash, let storedHash = stored[name] else { return false }
            return hash != storedHash
        }.keys.sorted()
        added = expected.keys.filter { stored[$0] == nil }.sorted()
        removed = stored.keys.filter { expected[$0] == nil }.sorted()
    }

    /// Compares a store's model with the one that it is opened with, including the members of composites and uniqueness
    /// constraints.
    ///
    /// An entity's ``VersionHash`` does not include these, unlike Core Data's hash.
    ///
    /// - Parameters:
    ///   - stored: The hashes of the store's entities as text, by name.
    ///   - model: The model that the store is opened with.
    ///   - storedModel: Returns the store's own model, or nil if that is unknown, or known to be equal.
    package init(
        stored: [String: String], of model: ManagedObjectModel, storedModel: () throws -> Model?
    ) rethrows {
        self.init(stored: stored, expected: model.entityVersionHashesByName.mapValues { Optional($0.description) })
        guard let storedModel = try storedModel() else { return }
        let others = model.schema.entitiesWithUnhashedChanges(since: storedModel).filter { stored[$0] != nil }
        if !others.isEmpty { changed = others.union(changed).sorted() }
    }

    /// Whether there are no differences.
    package var isEmpty: Bool { changed.isEmpty && added.isEmpty && removed.isEmpty }

    package var description: String {
        [("changed", changed), ("new", added), ("removed", removed)].filter { !$0.1.isEmpty }
            .map { "\($0.0): \($0.1.joined(separator: ", "))" }.joined(separator: "; ")
    }

    /// Returns the message of a store that does not open with the model.
    package func refusal(of model: ManagedObjectModel) -> String {
        """
        the store was written with another version of the model '\(model.name)' (\(self)); open it with that version, \
        or migrate it (see the page 'Migrate a store')
        """
    }
}
