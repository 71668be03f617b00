import ModelSchema
import ObjectGraph
import SQLStore

extension EntityDescription {
    /// Returns the names of the strings that the entity and its ancestors index.
    ///
    /// Strings that have to be unique are not among them: the index that ensures it finds them as they are.
    func namesOfIndexedStrings(in model: ManagedObjectModel) -> Set<String> {
        var names: Set<String> = []
        var unique: Set<String> = []
        for name in lineageNames {
            guard let schema = model.entitiesByName[name]?.schema else { continue }
            for index in schema.indexes where index.partialIndexPredicate == nil {
                names.formUnion(index.elements.compactMap(\.propertyName))
            }
            names.formUnion(schema.attributes.filter(\.isIndexed).map(\.name))
            names.formUnion(schema.compoundIndexes.joined())
            for constraint in schema.uniquenessConstraints where constraint.propertyNames.count == 1 {
                unique.formUnion(constraint.propertyNames)
            }
        }
        return names.subtracting(unique)
            .intersection(attributes.lazy.filter { $0.type == .string || $0.type == .uri }.map(\.name))
    }
}

extension EntityLayout {
    /// The indexes that the model declares, as far as the properties have columns. Binary data has none, because
    /// nothing compares it, and the server refuses to save what is too long for an index.
    var indexes: [(name: String, elements: [FetchIndex.Element])] {
        entity.declaredIndexes.compactMap { name, elements in
            guard let columns = indexedColumns(ofPropertiesNamed: elements.compactMap(\.propertyName)),
                !elements.contains(where: isOfBinaryData)
            else { return nil }
            return (name ?? "\(columns.joined(separator: "_"))_index", elements)
        }
    }

    private func isOfBinaryData(_ element: FetchIndex.Element) -> Bool {
        entity.attributes.contains { $0.name == element.propertyName && $0.type == .binary }
    }

    /// Returns the terms of an index. Strings are in it in the form in which conditions compare and sort them.
    ///
    /// - Parameter elements: Elements of properties with columns.
    func terms(of elements: [FetchIndex.Element]) -> [String] {
        var hasCanonicalForms = false
        var terms = elements.compactMap { element -> String? in
            guard let name = element.propertyName, let column = indexedColumn(ofPropertyNamed: name) else { return nil }
            var term = SQLName.quoted(column)
            if canonicallyIndexed.contains(name) {
                hasCanonicalForms = true
                term = PostgreSQLDialect.canonicalForm(ofColumn: term)
                    .constantText(in: PostgreSQLDialect(normalizes: true))
            }
            return term + (element.order == .ascending ? " NULLS FIRST" : " DESC NULLS LAST")
        }
        // Objects with equal strings are sorted by their keys.
        if hasCanonicalForms, terms.count < Self.maximumTermCount { terms.append("id") }
        return terms
    }

    /// The maximum number of terms of an index.
    private static let maximumTermCount = 32
}
