// Values without what comes with setting them: no change is noted, no inverse kept, nobody told.
extension ManagedObject {
    /// The value of an attribute as it is stored, without what an accessor makes of it; of a relationship, its destinations
    /// as ``value(forKey:)`` has them.
    ///
    /// - Precondition: The entity has the attribute or the relationship.
    public final func primitiveValue(forKey key: String) -> Any? {
        if entity.relationship(named: key) != nil { return value(forKey: key) }
        let index = attributeIndex(key)
        let value = hasPending ? pendingValues[index] : value(at: index)
        return entity.represent(entity.anyValue(of: value, for: entity.attributes[index]))
    }

    /// Sets an attribute without noting a change: of an unchanged object nothing is saved for it, of a changed or new one
    /// it is saved with the rest (rules OBJ-7 and OBJ-16).
    ///
    /// A relationship is set on this side only: the destinations do not point back before they are refreshed (rule REL-30).
    /// What is saved of it is the side that the store writes down; then both sides agree again.
    ///
    /// - Precondition: The entity has the attribute or the relationship, and the value is of its type.
    public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
        if let relationship = entity.relationship(named: key) { return setOneSide(of: relationship, to: value) }
        let index = attributeIndex(key)
        guard let converted = entity.attributeValue(from: value, for: entity.attributes[index]) else {
            preconditionFailure(
                "'\(entity.name).\(key)': \(AttributeValue.refusal(of: value, for: entity.attributes[index]))")
        }
        if !hasPending, entity.isTransient(attribute: index) {
            ownDetails.transientValues[index] = converted
            flags.insert(.hasTransientValues)
        } else {
            setCommittedValue(converted, at: index)
        }
    }

    private func setOneSide(of relationship: RelationshipDescription, to value: Any?) {
        let objects = destinations(from: value, of: relationship)
        for object in objects { check(object, fits: relationship) }
        let references = objects.map(\.reference)
        let links =
            relationship.isToMany
            ? Links.toMany(ReferenceList(relationship.isOrdered ? references : references.sorted()))
            : .toOne(references.first ?? .none)
        noteReading(of: relationship.index)
        flags.insert(.isOneSided)
        if hasPending {
            pendingLinks[relationship.index] = links
        } else {
            changeCommittedLinks(at: relationship.index) { $0 = links }
        }
        details?.livingReferences = nil
        snapshotStamp = -1
    }
}
