package import StoreProtocol

/// The properties of an entity whose values must be unique, by their indexes.
package struct UniqueProperties: Sendable {
    package let attributes: Set<Int>
    private let relationships: Set<Int>

    package init(of entity: EntityDescription, in model: ManagedObjectModel) {
        let names = entity.uniqueNames(in: model)
        attributes = Set(entity.attributes.indices.filter { names.contains(entity.attributes[$0].name) })
        relationships = Set(entity.relationships.filter { names.contains($0.name) }.map(\.index))
    }

    /// Returns the columns of those that an update changes.
    ///
    /// A save clears them before it writes the new values, so that objects can exchange theirs.
    package func columns(of update: StoreChanges.Update, in entity: some SQLEntityLayout) -> [String] {
        update.values.keys.filter(attributes.contains).sorted().flatMap(entity.columnNames)
            + entity.ownLinks(among: update.links.keys.filter(relationships.contains)).compactMap { index in
                if case .own(let column, _)? = entity.links[index] { column } else { nil }
            }
    }
}
