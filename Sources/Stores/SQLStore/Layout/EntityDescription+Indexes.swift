package import ModelSchema
package import StoreProtocol

extension EntityDescription {
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
