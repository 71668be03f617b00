// What generated accessors call: a property by its name, and the place it had among the entity's properties when the
// code was generated. The name decides; the place is where to look first.
extension ManagedObject {
    /// The value of an attribute, as the type of its accessor.
    ///
    /// - Precondition: The entity has the attribute, and a value that is set is of its type.
    public final subscript<Value: AttributeRepresentable>(attribute key: String, at index: Int) -> Value {
        get { self[attribute: key] }
        set { self[attribute: key] = newValue }
    }

    /// The value of a Transformable attribute of a `Codable` type, which stores keep as JSON text.
    ///
    /// - Precondition: The entity has the attribute, and a value that is set can be encoded.
    public final subscript<Value: Codable>(transformable key: String, at index: Int) -> Value? {
        get { self[transformable: key] }
        set { self[transformable: key] = newValue }
    }

    /// The value of a Transformable attribute of any other type, which a registered ``AttributeTransformer`` turns
    /// into data.
    ///
    /// - Precondition: The entity has the attribute, and unless the value is nil, a transformer is registered.
    public final subscript<Value>(transformable key: String, at index: Int) -> Value? {
        get { self[transformable: key] }
        set { self[transformable: key] = newValue }
    }

    /// The value of a Binary or Transformable attribute that holds values of a `Codable` type.
    ///
    /// - Precondition: The entity has the attribute, and a value that is set can be encoded.
    public final subscript<Value: Codable>(codable key: String, at index: Int) -> Value? {
        get { self[codable: key] }
        set { self[codable: key] = newValue }
    }

    /// The destination of a to-one relationship. Setting it keeps the inverse on the other side.
    ///
    /// - Precondition: The entity has the relationship, it is to-one, and the destination is of its context.
    public final subscript<Destination: ManagedObject>(toOne key: String, at index: Int) -> Destination? {
        get { self[toOne: key] }
        set { self[toOne: key] = newValue }
    }

    /// A live view of the destinations of a to-many relationship. Assigning replaces them all, and keeps the
    /// inverse on the other side.
    ///
    /// - Precondition: The entity has the relationship, it is to-many, and the destinations are of its context.
    public final subscript<Destination: ManagedObject>(toMany key: String, at index: Int) -> ToMany<Destination> {
        get { self[toMany: key] }
        set { self[toMany: key] = newValue }
    }

    /// A live view of the destinations of an ordered to-many relationship. Assigning replaces them all, says their
    /// order, and keeps the inverse on the other side.
    ///
    /// - Precondition: The entity has the relationship, it is to-many and ordered, and the destinations are of its
    ///   context.
    public final subscript<Destination: ManagedObject>(
        orderedToMany key: String, at index: Int
    ) -> OrderedToMany<Destination> {
        get { self[orderedToMany: key] }
        set { self[orderedToMany: key] = newValue }
    }
}

// The same for accessors of enums.
extension ManagedObject {
    /// An attribute as its enum: nil when there is no value, or one that no case has. Setting nil stores no value.
    ///
    /// - Precondition: The entity has the attribute, and a raw value that is set is in the range of its type.
    public final subscript<Enumeration: RawRepresentable>(enumeration key: String, at index: Int) -> Enumeration?
    where Enumeration.RawValue: StoredRawValue {
        get { self[enumeration: key] }
        set { self[enumeration: key] = newValue }
    }

    /// An attribute as its enum: another case when there is no value, or one that no case has.
    public final subscript<Enumeration: RawRepresentable>(
        enumeration key: String, at index: Int, default fallback: @autoclosure () -> Enumeration
    ) -> Enumeration where Enumeration.RawValue: StoredRawValue {
        self[enumeration: key, at: index] ?? fallback()
    }

    /// An attribute as its enum: the model's default when there is no value, or one that no case has.
    ///
    /// - Precondition: The enum has the model's default.
    public final subscript<Enumeration: RawRepresentable>(
        enumerationOrDefault key: String, at index: Int
    ) -> Enumeration where Enumeration.RawValue: StoredRawValue {
        self[enumerationOrDefault: key]
    }
}
