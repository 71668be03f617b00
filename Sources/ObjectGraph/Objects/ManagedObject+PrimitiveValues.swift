// Values without what comes with setting them: no change is noted, no inverse kept, nobody told.
extension ManagedObject {
    /// The value of an attribute as it is stored, without what an accessor makes of it.
    ///
    /// - Precondition: The entity has the attribute.
    public final func primitiveValue(forKey key: String) -> Any? {
        let index = attributeIndex(key)
        let value = hasPending ? pendingValues[index] : value(at: index)
        return value.anyValue(for: entity.attributes[index], composites: entity.composites)
    }

    /// Sets an attribute without noting a change: of an unchanged object nothing is saved for it, of a changed or new one
    /// it is saved with the rest (rules OBJ-7 and OBJ-16).
    ///
    /// - Precondition: The entity has the attribute, and the value is of its type.
    public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
        let index = attributeIndex(key)
        guard let converted = AttributeValue(value, for: entity.attributes[index], composites: entity.composites) else {
            preconditionFailure("unacceptable type of value for '\(entity.name).\(key)'")
        }
        if !hasPending, entity.isTransient(attribute: index) {
            ownDetails.transientValues[index] = converted
            flags.insert(.hasTransientValues)
        } else {
            setCommittedValue(converted, at: index)
        }
    }
}
