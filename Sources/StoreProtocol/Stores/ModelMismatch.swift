/// How the model that a store was written with differs from the one that it is opened with, by their version hashes.
package struct ModelMismatch: CustomStringConvertible {
    /// Entities that both have, in different versions; by name.
    package let changed: [String]
    /// Entities of the opening model that the store does not have; by name.
    package let added: [String]
    /// Entities of the store that the opening model does not have; by name.
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

    /// Whether there is no difference.
    package var isEmpty: Bool { changed.isEmpty && added.isEmpty && removed.isEmpty }

    package var description: String {
        [("changed", changed), ("new", added), ("removed", removed)].filter { !$0.1.isEmpty }
            .map { "\($0.0): \($0.1.joined(separator: ", "))" }.joined(separator: "; ")
    }

    /// What a store says that refuses to open with the model.
    package func refusal(of model: ManagedObjectModel) -> String {
        """
        the store was written with another version of the model '\(model.name)' (\(self)); open it with that version, or \
        migrate it (see the page 'Migrate a store')
        """
    }
}
