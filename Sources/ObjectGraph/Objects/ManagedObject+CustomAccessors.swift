// What accessors written by hand call around primitive values, so that their changes are changes.
extension ManagedObject {
    /// Reads the values of a fault before ``primitiveValue(forKey:)`` is asked for one, and tells observation of it.
    ///
    /// - Precondition: The entity has the attribute or the relationship.
    public final func willAccessValue(forKey key: String) {
        if let relationship = entity.relationship(named: key) {
            noteReading(of: relationship.index)
            _ = links(at: relationship.index)
        } else {
            _ = value(at: attributeIndex(key))
        }
    }

    /// Ends what ``willAccessValue(forKey:)`` has begun.
    public final func didAccessValue(forKey key: String) {}

    /// Says that ``setPrimitiveValue(_:forKey:)`` follows: the object counts as changed from now on.
    ///
    /// ```swift
    /// var title: String? {
    ///     get { primitiveValue(forKey: "title") as? String }
    ///     set {
    ///         willChangeValue(forKey: "title")
    ///         setPrimitiveValue(newValue?.capitalized, forKey: "title")
    ///         didChangeValue(forKey: "title")
    ///     }
    /// }
    /// ```
    ///
    /// - Precondition: The entity has the attribute or the relationship.
    public final func willChangeValue(forKey key: String) {
        let relationship = entity.relationship(named: key)
        let property = relationship.map { -1 - $0.index } ?? attributeIndex(key)
        if isAwakingUnchanged { return }
        noteChange()
        if flags.contains(.isObserved) { noteWillChange(ofProperty: property) }
        if let relationship { ownDetails.linksBeforeChange[relationship.index] = pendingLinks[relationship.index] }
    }

    /// Says that a value has been set. Of a relationship, the inverse follows now.
    ///
    /// - Precondition: The entity has the attribute or the relationship.
    public final func didChangeValue(forKey key: String) {
        let relationship = entity.relationship(named: key)
        let property = relationship.map { -1 - $0.index } ?? attributeIndex(key)
        if isAwakingUnchanged { return }
        if let relationship, let before = details?.linksBeforeChange.removeValue(forKey: relationship.index) {
            keepInverse(of: relationship, before: before)
        }
        if flags.contains(.isObserved) { noteDidChange(ofProperty: property) }
    }

    /// Lets a relationship that was changed on this side be changed on both.
    private func keepInverse(of relationship: RelationshipDescription, before: Links) {
        let wanted = destinations(of: relationship)
        changeLinks(at: relationship.index) { $0 = before }
        if relationship.isToMany {
            setDestinations(wanted, of: relationship)
        } else {
            setDestination(wanted.first, of: relationship)
        }
    }
}
