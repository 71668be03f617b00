// What generated accessors call.
extension ManagedObject {
    /// The value of an attribute, as the type of its accessor.
    ///
    /// - Precondition: The entity has the attribute, and a value that is set is of its type.
    public final subscript<Value: AttributeRepresentable>(attribute key: String) -> Value {
        get { Value(attributeValue: record.attributes[attributeIndex(key)]) }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key)) }
    }

    /// The destination of a to-one relationship. Setting it keeps the inverse on the other side.
    ///
    /// - Precondition: The entity has the relationship, it is to-one, and the destination is of its context.
    public final subscript<Destination: ManagedObject>(toOne key: String) -> Destination? {
        get { destinations(of: relationshipDescription(key)).first as? Destination }
        set { setDestinations(newValue.map { [$0] } ?? [], of: relationshipDescription(key)) }
    }

    /// A live view of the destinations of a to-many relationship. Assigning replaces them all, and keeps the
    /// inverse on the other side.
    ///
    /// - Precondition: The entity has the relationship, it is to-many, and the destinations are of its context.
    public final subscript<Destination: ManagedObject>(toMany key: String) -> ToMany<Destination> {
        get { ToMany(owner: self, relationship: relationshipDescription(key)) }
        set {
            let relationship = relationshipDescription(key)
            guard !newValue.isView(of: relationship, owner: self) else { return }
            setDestinations(newValue.objects, of: relationship)
        }
    }

    /// A live view of the destinations of an ordered to-many relationship. Assigning replaces them all, says their
    /// order, and keeps the inverse on the other side.
    ///
    /// - Precondition: The entity has the relationship, it is to-many and ordered, and the destinations are of its
    ///   context.
    public final subscript<Destination: ManagedObject>(orderedToMany key: String) -> OrderedToMany<Destination> {
        get { OrderedToMany(owner: self, relationship: relationshipDescription(key)) }
        set {
            let relationship = relationshipDescription(key)
            guard !newValue.isView(of: relationship, owner: self) else { return }
            setDestinations(newValue.objects, of: relationship)
        }
    }

    final func setAttribute(_ value: AttributeValue, at index: Int) {
        let attribute = entity.attributes[index]
        precondition(
            value.fits(attribute.type),
            "the attribute '\(entity.name).\(attribute.name)' is of type \(attribute.type.rawValue)")
        update { $0.attributes[index] = value }
    }
}
