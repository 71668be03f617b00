// Several properties at once, and values as the type that a program asks for.
extension ManagedObject {
    /// Sets properties by name, in the order of the names; `NSNull` and ``NullValue`` for nil.
    ///
    /// - Precondition: As of ``setValue(_:forKey:)``. ``validateValue(_:forKey:)`` throws for values that are not taken.
    public final func setValuesForKeys(_ keyedValues: [String: Any]) {
        for (key, value) in keyedValues.sorted(by: { $0.key < $1.key }) { setValue(value, forKey: key) }
    }

    /// The values of properties by name, as ``value(forKey:)`` has them; ``NullValue`` for what is nil.
    ///
    /// - Precondition: The entity has the properties.
    public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(keys.map { ($0, value(forKey: $0) ?? entity.nothing) }, uniquingKeysWith: { first, _ in first })
    }

    /// The identities of the objects that a relationship points to, in its order, or that of their making. Makes no objects.
    ///
    /// - Precondition: The entity has the relationship.
    public final func objectIDs(forRelationshipNamed key: String) -> [ObjectID] {
        let relationship = relationshipDescription(key)
        guard leadsSomewhere(relationship) else { return [] }
        let layout = livingContext.layout
        return livingReferences(of: relationship).map { layout.objectID(for: $0) }
    }

    /// The value of a property as a type that holds it without loss, such as `Int` of an Integer 16; nil for nil, and for
    /// a value that the type does not hold.
    ///
    /// - Precondition: The entity has the property.
    public final func value<Value>(forKey key: String, as type: Value.Type) -> Value? {
        plainValue(forKey: key).flatMap { LooseValue.value($0, as: type) }
    }
}

extension Dictionary where Key == String, Value == Any {
    /// The value of a property as a type that holds it without loss; nil if there is none.
    ///
    /// For what ``ManagedObject/committedValues(forKeys:)``, ``ManagedObject/changedValues()`` and dictionaries of a fetch
    /// hold: an integer comes as the model says, as `Int32` of an Integer 32, which casts to no `Int`.
    /// `committed["universe", as: Int.self]` is one.
    public subscript<Result>(key: String, as type: Result.Type) -> Result? {
        self[key].flatMap { LooseValue.value($0, as: type) }
    }
}
