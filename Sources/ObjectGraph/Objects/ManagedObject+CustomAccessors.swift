// Called by custom accessors around primitive values, so that their changes are tracked.
extension ManagedObject {
    /// Fires a fault before you call ``primitiveValue(forKey:)``, and informs Swift's observation.
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

    /// Ends the access that ``willAccessValue(forKey:)`` began.
    public final func didAccessValue(forKey key: String) {}

    /// Announces a call of ``setPrimitiveValue(_:forKey:)``. The object then counts as changed.
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
        let (relationship, property) = observedProperty(forKey: key)
        if isAwakingUnchanged { return }
        noteChange()
        if flags.contains(.isObserved) { noteWillChange(ofProperty: property) }
        if let relationship { ownDetails.linksBeforeChange[relationship.index] = pendingLinks[relationship.index] }
    }

    /// Ends a change that ``willChangeValue(forKey:)`` announced. For a relationship, this updates the inverse.
    ///
    /// - Precondition: The entity has the attribute or the relationship.
    public final func didChangeValue(forKey key: String) {
        let (relationship, property) = observedProperty(forKey: key)
        if isAwakingUnchanged { return }
        if let relationship, let before = details?.linksBeforeChange.removeValue(forKey: relationship.index) {
            keepInverse(of: relationship, before: before)
        }
        if flags.contains(.isObserved) { noteDidChange(ofProperty: property) }
    }

    /// Returns the relationship with a name, or nil for an attribute, and the number of the property for observation.
    private func observedProperty(forKey key: String) -> (relationship: RelationshipDescription?, number: Int) {
        let relationship = entity.relationship(named: key)
        return (relationship, relationship.map { -1 - $0.index } ?? attributeIndex(key))
    }

    /// Applies a change of a relationship on this side to both sides.
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
