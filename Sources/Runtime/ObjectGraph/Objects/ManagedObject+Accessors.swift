// Called by generated accessors with the name of a property and its index when the code was generated. The name
// determines the property; the index is where the search begins.
extension ManagedObject {
    /// The value of an attribute, as the type of its accessor.
    ///
    /// - Precondition: The entity has the attribute, and a value that is set is of its type.
    public final subscript<Value: AttributeRepresentable>(attribute key: StaticString, at index: Int = -1) -> Value {
        get { Value(attributeValue: value(at: attributeIndex(key, index))) }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The destination of a to-one relationship. Setting it updates the inverse on the other side.
    ///
    /// - Precondition: The entity has the relationship, it is to-one, and the destination is of its context.
    public final subscript<Destination: ManagedObject>(toOne key: StaticString, at index: Int = -1) -> Destination? {
        get { destination(of: relationshipDescription(key, index)) as? Destination }
        set { setDestination(newValue, of: relationshipDescription(key, index)) }
    }

    /// A live view of the destinations of a to-many relationship. Assigning replaces all destinations, and updates the
    /// inverse on the other side.
    ///
    /// - Precondition: The entity has the relationship, it is to-many, and the destinations are of its context.
    public final subscript<Destination: ManagedObject>(toMany key: StaticString, at index: Int = -1) -> ToMany<
        Destination
    > {
        get { ToMany(owner: self, relationship: relationshipDescription(key, index)) }
        set { newValue.assign(to: self, relationshipDescription(key, index)) }
    }

    /// A live view of the destinations of an ordered to-many relationship. Assigning replaces all destinations and
    /// their order, and updates the inverse on the other side.
    ///
    /// - Precondition: The entity has the relationship, it is to-many and ordered, and the destinations are of its
    ///   context.
    public final subscript<Destination: ManagedObject>(
        orderedToMany key: StaticString, at index: Int = -1
    ) -> OrderedToMany<Destination> {
        get { OrderedToMany(owner: self, relationship: relationshipDescription(key, index)) }
        set { newValue.assign(to: self, relationshipDescription(key, index)) }
    }

    /// The stored value of an attribute: data or JSON text of a transformable attribute.
    ///
    /// - Precondition: The entity has the attribute.
    package final func storedValue(forKey key: String) -> AttributeValue { value(at: attributeIndex(key)) }

    /// Sets the stored value of an attribute.
    ///
    /// - Precondition: The entity has the attribute, and the value is of its type.
    package final func setStoredValue(_ value: AttributeValue, forKey key: String) {
        setAttribute(value, at: attributeIndex(key))
    }

    final func setAttribute(_ value: AttributeValue, at index: Int) {
        let type = entity.attributeTypes[index]
        require(
            value.fits(type),
            "the attribute '\(entity.name).\(entity.attributeNames[index])' is of type \(type.rawValue)")
        setValue(value, at: index)
    }
}

// Called by custom accessors around primitive values, so that their changes are tracked.
extension ManagedObject {
    final func willAccessValue(forKey key: String?) {
        guard let key else {
            if hasPending { flags.remove(.isValuedFault) } else { _ = committedRow }
            return
        }
        if let relationship = entity.relationship(named: key) {
            noteReading(of: relationship.index)
            _ = links(at: relationship.index)
        } else {
            _ = value(at: attributeIndex(key))
        }
    }

    final func didAccessValue(forKey key: String?) {}

    final func willChangeValue(forKey key: String) {
        let (relationship, property) = observedProperty(forKey: key)
        if isAwakingUnchanged { return }
        noteChange()
        if flags.contains(.isObserved) { noteWillChange(ofProperty: property) }
        if let relationship {
            ownDetails.announcedChanges[relationship.index] = AnnouncedChange(links: pendingLinks[relationship.index])
        }
    }

    final func didChangeValue(forKey key: String) {
        let (relationship, property) = observedProperty(forKey: key)
        if isAwakingUnchanged { return }
        if let relationship, let change = details?.announcedChanges.removeValue(forKey: relationship.index) {
            keepInverse(of: relationship, after: change)
        }
        if flags.contains(.isObserved) { noteDidChange(ofProperty: property) }
    }

    /// Returns the relationship with a name, or nil for an attribute, and the number of the property for observation.
    private func observedProperty(forKey key: String) -> (relationship: RelationshipDescription?, number: Int) {
        let relationship = entity.relationship(named: key)
        return (relationship, relationship.map { -1 - $0.index } ?? attributeIndex(key))
    }

    /// Applies a change of a relationship on this side to both sides.
    private func keepInverse(of relationship: RelationshipDescription, after change: AnnouncedChange) {
        let changed = change.collection.map { destinations(from: $0, of: relationship) }
        let wanted = changed ?? destinations(of: relationship)
        changeLinks(at: relationship.index) { $0 = change.links }
        if relationship.isToMany {
            setDestinations(wanted, of: relationship)
        } else {
            setDestination(wanted.first, of: relationship)
        }
    }
}
