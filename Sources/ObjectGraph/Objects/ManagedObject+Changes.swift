// Changes by the names of properties.
extension ManagedObject {
    /// Returns the new values of the properties that changed since the object was last saved or read, with all
    /// destinations of a to-many relationship (rules OBJ-8 and OBJ-14). Nil values are null. For a
    /// new object, the properties whose values differ from the model's default values.
    public final func changedValues() -> [String: Any] {
        guard hasPending, state != .clean else { return [:] }
        var changed: [String: Any] = [:]
        for index in entity.attributes.indices where hasNewValue(attribute: index) {
            changed[entity.attributeNames[index]] = anyValue(pendingValues[index], at: index)
        }
        for relationship in entity.relationships where isChanged(relationship: relationship.index) {
            changed[relationship.name] = anyValue(pendingLinks[relationship.index], of: relationship)
        }
        return changed
    }

    /// Whether an attribute has a value to report: a new object is written as a whole, but its default values are not
    /// changes.
    private func hasNewValue(attribute index: Int) -> Bool {
        state == .inserted ? pendingValues[index] != entity.defaultValues[index] : isChanged(attribute: index)
    }

    /// Returns the last saved or read values of properties; ``NullValue`` for nil (rule OBJ-13).
    ///
    /// - Parameter keys: The properties; nil for all stored properties.
    public final func committedValues(forKeys keys: [String]?) -> [String: Any] {
        guard state != .inserted else { return [:] }
        if !hasPending { _ = committedRow }
        var committed: [String: Any] = [:]
        for name in keys ?? entity.storedPropertyNames {
            if let index = entity.attributeIndexes[name] {
                committed[name] = anyValue(baseValue(at: index), at: index)
            } else if let relationship = entity.relationship(named: name) {
                committed[name] = anyValue(baseLinks(at: relationship.index), of: relationship)
            }
        }
        return committed
    }

    /// Returns the new values of the properties that changed since the context last processed changes (rule OBJ-15).
    public final func changedValuesForCurrentEvent() -> [String: Any] {
        guard isInEvent, hasPending else { return [:] }
        guard let eventBase else { return changedValues() }
        var changed: [String: Any] = [:]
        for index in entity.attributes.indices where pendingValues[index] != eventBase.values[index] {
            changed[entity.attributeNames[index]] = anyValue(pendingValues[index], at: index)
        }
        for relationship in entity.relationships
        where pendingLinks[relationship.index] != eventBase.links[relationship.index] {
            changed[relationship.name] = anyValue(pendingLinks[relationship.index], of: relationship)
        }
        return changed
    }

    private func anyValue(_ value: AttributeValue, at index: Int) -> Any {
        entity.represent(entity.anyValue(of: value, for: entity.attributes[index])) ?? entity.nothing
    }

    private func anyValue(_ links: Links, of relationship: RelationshipDescription) -> Any {
        let objects = context.map { context in links.references.map(context.object(for:)) } ?? []
        if !relationship.isToMany { return objects.first ?? entity.nothing }
        return entity.represent(objects, isOrdered: relationship.isOrdered)
    }
}

extension EntityDescription {
    /// The names of the stored attributes, then of the stored relationships.
    fileprivate var storedPropertyNames: [String] {
        let attributes = attributes.filter { !$0.isTransient }
        let relationships = relationships.filter { !$0.schema.isTransient }
        return attributes.map(\.name) + relationships.map(\.name)
    }
}
