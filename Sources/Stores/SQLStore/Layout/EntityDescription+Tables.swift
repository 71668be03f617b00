package import ModelSchema
package import StoreProtocol

extension EntityDescription {
    /// Returns whether no other entity of a model can share the table of the entity.
    package func isOnlyEntityOfTable(in model: ManagedObjectModel) -> Bool {
        ancestorNames.isEmpty && !hasDescendants(in: model)
    }

    package func hasDescendants(in model: ManagedObjectModel) -> Bool {
        model.entities.contains { $0.ancestorNames.contains(name) }
    }

    /// The attributes whose values the history preserves, sorted by name.
    package var tombstoneAttributes: [Attribute] {
        attributes.filter { $0.preservesValueInHistoryOnDeletion && !$0.isTransient }.sorted { $0.name < $1.name }
    }

    /// The indexes that the model declares for the entity, as far as databases can have them: those of properties.
    /// Those without a name are declared by their properties.
    package var declaredIndexes: [(name: String?, elements: [FetchIndex.Element])] {
        func ascending(_ names: [String]) -> (name: String?, elements: [FetchIndex.Element]) {
            (nil, names.map { FetchIndex.Element(propertyName: $0, order: .ascending) })
        }
        let named = schema.indexes.filter { $0.partialIndexPredicate == nil }
            .map { (name: String?.some($0.name), elements: $0.elements) }
        let single = schema.attributes.filter(\.isIndexed).map(\.name).sorted().map { ascending([$0]) }
        return (named + single + schema.compoundIndexes.map(ascending)).filter { _, elements in
            !elements.isEmpty && elements.allSatisfy { $0.kind == .binary && $0.propertyName != nil }
        }
    }
}
