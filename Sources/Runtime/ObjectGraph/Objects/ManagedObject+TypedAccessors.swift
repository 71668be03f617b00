public import Foundation

// Called by generated accessors of the usual types, with the index of the attribute, so that reading is an array
// access. An index that is wrong for the object's model is only slower.
//
// All of them are O(1) and throw nothing. The entity must have the attribute, and a new value must be of its type
// (rules OBJ-18 and OBJ-23). Reading fires a fault (rule FLT-3); setting is a change (rule OBJ-8).
extension ManagedObject {
    /// The value of a Boolean attribute; nil if there is none.
    public final subscript(optionalBoolean key: StaticString, at index: Int) -> Bool? {
        get { stored(key, index) { $0.boolean(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a Boolean attribute, or ``RequiredAttributeRepresentable/emptyValue`` (rule MOD-30).
    public final subscript(boolean key: StaticString, at index: Int) -> Bool {
        get { stored(key, index) { $0.boolean(at: $1) } ?? Bool.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an Integer 16 attribute; nil if there is none.
    public final subscript(optionalInteger16 key: StaticString, at index: Int) -> Int16? {
        get { stored(key, index) { $0.integer16(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an Integer 16 attribute, or ``RequiredAttributeRepresentable/emptyValue`` (rule MOD-30).
    public final subscript(integer16 key: StaticString, at index: Int) -> Int16 {
        get { stored(key, index) { $0.integer16(at: $1) } ?? Int16.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an Integer 32 attribute; nil if there is none.
    public final subscript(optionalInteger32 key: StaticString, at index: Int) -> Int32? {
        get { stored(key, index) { $0.integer32(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an Integer 32 attribute, or ``RequiredAttributeRepresentable/emptyValue`` (rule MOD-30).
    public final subscript(integer32 key: StaticString, at index: Int) -> Int32 {
        get { stored(key, index) { $0.integer32(at: $1) } ?? Int32.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an Integer 64 attribute; nil if there is none.
    public final subscript(optionalInteger64 key: StaticString, at index: Int) -> Int64? {
        get { stored(key, index) { $0.integer64(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an Integer 64 attribute, or ``RequiredAttributeRepresentable/emptyValue`` (rule MOD-30).
    public final subscript(integer64 key: StaticString, at index: Int) -> Int64 {
        get { stored(key, index) { $0.integer64(at: $1) } ?? Int64.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a Float attribute; nil if there is none.
    public final subscript(optionalFloat key: StaticString, at index: Int) -> Float? {
        get { stored(key, index) { $0.float(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a Float attribute, or ``RequiredAttributeRepresentable/emptyValue`` (rule MOD-30).
    public final subscript(float key: StaticString, at index: Int) -> Float {
        get { stored(key, index) { $0.float(at: $1) } ?? Float.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a Double attribute; nil if there is none.
    public final subscript(optionalDouble key: StaticString, at index: Int) -> Double? {
        get { stored(key, index) { $0.double(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a Double attribute, or ``RequiredAttributeRepresentable/emptyValue`` (rule MOD-30).
    public final subscript(double key: StaticString, at index: Int) -> Double {
        get { stored(key, index) { $0.double(at: $1) } ?? Double.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a Decimal attribute; nil if there is none.
    public final subscript(optionalDecimal key: StaticString, at index: Int) -> Decimal? {
        get { stored(key, index) { $0.decimal(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a Decimal attribute, or ``RequiredAttributeRepresentable/emptyValue`` (rule MOD-30).
    public final subscript(decimal key: StaticString, at index: Int) -> Decimal {
        get { stored(key, index) { $0.decimal(at: $1) } ?? Decimal.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a String attribute; nil if there is none.
    public final subscript(optionalString key: StaticString, at index: Int) -> String? {
        get { shortText(key, index) ?? optionalText(key, index) }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a String attribute, or ``RequiredAttributeRepresentable/emptyValue`` (rule MOD-30).
    public final subscript(string key: StaticString, at index: Int) -> String {
        get { shortText(key, index) ?? text(key, index) }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a Date attribute; nil if there is none.
    public final subscript(optionalDate key: StaticString, at index: Int) -> Date? {
        get { stored(key, index) { $0.date(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a Date attribute, or ``RequiredAttributeRepresentable/emptyValue`` (rule MOD-30).
    public final subscript(date key: StaticString, at index: Int) -> Date {
        get { stored(key, index) { $0.date(at: $1) } ?? Date.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a Binary attribute; nil if there is none.
    public final subscript(optionalBinary key: StaticString, at index: Int) -> Data? {
        get { stored(key, index) { $0.binary(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a Binary attribute, or ``RequiredAttributeRepresentable/emptyValue`` (rule MOD-30).
    public final subscript(binary key: StaticString, at index: Int) -> Data {
        get { stored(key, index) { $0.binary(at: $1) } ?? Data.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a UUID attribute; nil if there is none.
    public final subscript(optionalUUID key: StaticString, at index: Int) -> UUID? {
        get { stored(key, index) { $0.uuid(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a UUID attribute, or ``RequiredAttributeRepresentable/emptyValue`` (rule MOD-30).
    public final subscript(uuid key: StaticString, at index: Int) -> UUID {
        get { stored(key, index) { $0.uuid(at: $1) } ?? UUID.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a URI attribute; nil if there is none.
    public final subscript(optionalURI key: StaticString, at index: Int) -> URL? {
        get { stored(key, index) { $0.uri(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a URI attribute, or ``RequiredAttributeRepresentable/emptyValue`` (rule MOD-30).
    public final subscript(uri key: StaticString, at index: Int) -> URL {
        get { stored(key, index) { $0.uri(at: $1) } ?? URL.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of a String attribute if it is short, and the object has no changes; nil for any other.
    ///
    /// What other values need is not inlined, so that reading a short one saves few registers.
    @inline(__always)
    private final func shortText(_ key: StaticString, _ index: Int) -> String? {
        guard entity.attributeKeys.knows(key, at: index), flags.isDisjoint(with: .readsOtherThanRow) else { return nil }
        return heldRow.row?.shortString(at: index)
    }

    @inline(never)
    private final func optionalText(_ key: StaticString, _ index: Int) -> String? {
        stored(key, index) { $0.string(at: $1) }
    }

    @inline(never)
    private final func text(_ key: StaticString, _ index: Int) -> String {
        optionalText(key, index) ?? String.emptyValue
    }

    /// Returns the value of an attribute, from its row if the object has no changes.
    @inline(__always)
    private final func stored<Value: RequiredAttributeRepresentable>(
        _ key: StaticString, _ index: Int, _ read: (Row, Int) -> Value??
    ) -> Value? {
        let index = attributeIndex(key, index)
        if flags.isDisjoint(with: .readsOtherThanRow) || realizesToRow(toRead: index), let row = heldRow.row,
            let value = read(row, index)
        {
            return value
        }
        return Value.read(value(at: index))
    }
}

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
                endProgram("'\(entity.name).\(key)' cannot store \(newValue.rawValue)")
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
            endProgram("\(Enumeration.self) has no case for the default of '\(entity.name).\(key)'")
        }
        return value
    }

    private static func enumeration<Enumeration: RawRepresentable>(of value: AttributeValue) -> Enumeration?
    where Enumeration.RawValue: StoredRawValue {
        Enumeration.RawValue(storedValue: value).flatMap(Enumeration.init(rawValue:))
    }
}
