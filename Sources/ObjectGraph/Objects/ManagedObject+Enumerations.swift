// What generated accessors of enums call. Anything raw representable will do: enums, option sets, typed identifiers.
extension ManagedObject {
    /// An attribute as its enum: nil when there is no value, or one that no case has. Setting nil stores no value.
    ///
    /// A stored value is changed by setting the property only, never by reading it.
    ///
    /// - Precondition: The entity has the attribute, and a raw value that is set is in the range of its type.
    public final subscript<Enumeration: RawRepresentable>(enumeration key: StaticString, at index: Int = -1)
        -> Enumeration?
    where Enumeration.RawValue: StoredRawValue {
        get { Self.enumeration(of: value(at: attributeIndex(key, index))) }
        set {
            let index = attributeIndex(key, index)
            guard let newValue else { return setAttribute(.null, at: index) }
            guard let value = newValue.rawValue.storedValue else {
                preconditionFailure("'\(entity.name).\(key)' cannot store \(newValue.rawValue)")
            }
            setAttribute(value, at: index)
        }
    }

    /// An attribute as its enum: another case when there is no value, or one that no case has.
    public final subscript<Enumeration: RawRepresentable>(
        enumeration key: StaticString, at index: Int = -1, default fallback: @autoclosure () -> Enumeration
    ) -> Enumeration where Enumeration.RawValue: StoredRawValue {
        self[enumeration: key, at: index] ?? fallback()
    }

    /// An attribute as its enum: the model's default when there is no value, or one that no case has.
    ///
    /// - Precondition: The enum has the model's default.
    public final subscript<Enumeration: RawRepresentable>(enumerationOrDefault key: StaticString, at index: Int = -1)
        -> Enumeration
    where Enumeration.RawValue: StoredRawValue {
        if let value: Enumeration = self[enumeration: key, at: index] { return value }
        let defaultValue = AttributeValue(defaultOf: entity.attributes[attributeIndex(key, index)])
        guard let value: Enumeration = Self.enumeration(of: defaultValue) else {
            preconditionFailure("\(Enumeration.self) has no case for the default of '\(entity.name).\(key)'")
        }
        return value
    }

    private static func enumeration<Enumeration: RawRepresentable>(of value: AttributeValue) -> Enumeration?
    where Enumeration.RawValue: StoredRawValue {
        Enumeration.RawValue(storedValue: value).flatMap(Enumeration.init(rawValue:))
    }
}
