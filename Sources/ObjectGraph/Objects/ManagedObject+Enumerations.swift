// Called by generated accessors of enumerations, option sets, typed identifiers, and any other raw representable type.
extension ManagedObject {
    /// An attribute as an enumeration; nil if there is no value, or no case for it. Setting nil stores no value.
    ///
    /// Reading the property never changes the stored value.
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

    /// An attribute as an enumeration; the given case if there is no value, or no case for it.
    public final subscript<Enumeration: RawRepresentable>(
        enumeration key: StaticString, at index: Int = -1, default fallback: @autoclosure () -> Enumeration
    ) -> Enumeration where Enumeration.RawValue: StoredRawValue {
        self[enumeration: key, at: index] ?? fallback()
    }

    /// An attribute as an enumeration; the model's default if there is no value, or no case for it.
    ///
    /// - Precondition: The enumeration has a case for the model's default.
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
