/// The differences between the model of a store and the one that it is opened with, by their version hashes.
package struct ModelMismatch: CustomStringConvertible {
    /// The entities with different versions, by name.
    package let changed: [String]
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
