public import ModelSchema

extension Model {
    /// Adds an index to an entity, in the order of the model editor.
    ///
    /// - Throws: ``EditError`` if the entity or a property does not exist, or an index with this name exists.
    public mutating func add(_ index: FetchIndex, to entityName: String) throws(EditError) {
        let place = try self.index(ofEntity: entityName)
        guard !entities[place].indexes.contains(where: { $0.name == index.name }) else {
            throw EditError("index '\(entityName)/\(index.name)' already exists")
        }
        try check(index.elements.compactMap(\.propertyName), arePropertiesOf: entities[place])
        entities[place].indexes.insert(index, inOrder: \.name)
    }

    /// Changes an index of an entity.
    ///
    /// ```swift
    /// try model.setIndex(
    ///     "byTitle", of: "Book", elements: nil, partialIndexPredicate: "title != nil", newName: "titled")
    /// ```
    ///
    /// - Parameters:
    ///   - elements: The new columns, in index order; nil to keep the current ones.
    ///   - predicate: The predicate of a partial index, or an empty string for none; nil to keep the current one.
    ///   - newName: The new name; nil to keep the current one.
    /// - Throws: ``EditError`` if the index or a property does not exist, or an index with the new name exists. The
    ///   model does not change then.
    public mutating func setIndex(
        _ name: String, of entityName: String, elements: [FetchIndex.Element]?,
        partialIndexPredicate predicate: String?,
        newName: String? = nil
    ) throws(EditError) {
        let (place, number) = try indexPlace(name, of: entityName)
        if let newName { try Self.checkName(newName) }
        if let newName, newName != name, entities[place].indexes.contains(where: { $0.name == newName }) {
            throw EditError("index '\(entityName)/\(newName)' already exists")
        }
        if let elements {
            try check(elements.compactMap(\.propertyName), arePropertiesOf: entities[place])
            entities[place].indexes[number].elements = elements
        }
        if let predicate {
            entities[place].indexes[number].partialIndexPredicate = predicate.isEmpty ? nil : predicate
        }
        if let newName { entities[place].indexes[number].name = newName }
    }

    /// Removes an index of an entity.
    ///
    /// - Throws: ``EditError`` if the index does not exist.
    public mutating func removeIndex(_ name: String, of entityName: String) throws(EditError) {
        let (place, number) = try indexPlace(name, of: entityName)
        entities[place].indexes.remove(at: number)
    }

    private func indexPlace(_ name: String, of entityName: String) throws(EditError) -> (entity: Int, index: Int) {
        let place = try index(ofEntity: entityName)
        let indexes = entities[place].indexes
        if let number = indexes.firstIndex(where: { $0.name == name }) { return (place, number) }
        throw EditError(
            "entity '\(entityName)' has no index '\(name)'" + Self.suggestion(for: name, among: indexes.map(\.name)))
    }
}
