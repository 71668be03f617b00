public import Foundation

// What generated accessors of the usual types call. They say the place of the attribute, so that reading is a matter of
// an array; a place that is wrong for the object's model is only slower.
//
// All of them are O(1) and throw nothing. That the entity has the attribute and that a value which is set is of its type
// are preconditions (rules OBJ-18 and OBJ-23). Reading fires a fault (rule FLT-3); setting is a change (rule OBJ-8).
extension ManagedObject {
    /// The value of an attribute of type Boolean; nil if there is none.
    public final subscript(optionalBoolean key: StaticString, at index: Int) -> Bool? {
        get { stored(key, index) { $0.boolean(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Boolean; ``RequiredAttributeRepresentable/emptyValue`` if there is none
    /// (rule MOD-30).
    public final subscript(boolean key: StaticString, at index: Int) -> Bool {
        get { stored(key, index) { $0.boolean(at: $1) } ?? Bool.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Integer 16; nil if there is none.
    public final subscript(optionalInteger16 key: StaticString, at index: Int) -> Int16? {
        get { stored(key, index) { $0.integer16(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Integer 16; ``RequiredAttributeRepresentable/emptyValue`` if there is none
    /// (rule MOD-30).
    public final subscript(integer16 key: StaticString, at index: Int) -> Int16 {
        get { stored(key, index) { $0.integer16(at: $1) } ?? Int16.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Integer 32; nil if there is none.
    public final subscript(optionalInteger32 key: StaticString, at index: Int) -> Int32? {
        get { stored(key, index) { $0.integer32(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Integer 32; ``RequiredAttributeRepresentable/emptyValue`` if there is none
    /// (rule MOD-30).
    public final subscript(integer32 key: StaticString, at index: Int) -> Int32 {
        get { stored(key, index) { $0.integer32(at: $1) } ?? Int32.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Integer 64; nil if there is none.
    public final subscript(optionalInteger64 key: StaticString, at index: Int) -> Int64? {
        get { stored(key, index) { $0.integer64(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Integer 64; ``RequiredAttributeRepresentable/emptyValue`` if there is none
    /// (rule MOD-30).
    public final subscript(integer64 key: StaticString, at index: Int) -> Int64 {
        get { stored(key, index) { $0.integer64(at: $1) } ?? Int64.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Float; nil if there is none.
    public final subscript(optionalFloat key: StaticString, at index: Int) -> Float? {
        get { stored(key, index) { $0.float(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Float; ``RequiredAttributeRepresentable/emptyValue`` if there is none
    /// (rule MOD-30).
    public final subscript(float key: StaticString, at index: Int) -> Float {
        get { stored(key, index) { $0.float(at: $1) } ?? Float.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Double; nil if there is none.
    public final subscript(optionalDouble key: StaticString, at index: Int) -> Double? {
        get { stored(key, index) { $0.double(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Double; ``RequiredAttributeRepresentable/emptyValue`` if there is none
    /// (rule MOD-30).
    public final subscript(double key: StaticString, at index: Int) -> Double {
        get { stored(key, index) { $0.double(at: $1) } ?? Double.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Decimal; nil if there is none.
    public final subscript(optionalDecimal key: StaticString, at index: Int) -> Decimal? {
        get { stored(key, index) { $0.decimal(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Decimal; ``RequiredAttributeRepresentable/emptyValue`` if there is none
    /// (rule MOD-30).
    public final subscript(decimal key: StaticString, at index: Int) -> Decimal {
        get { stored(key, index) { $0.decimal(at: $1) } ?? Decimal.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type String; nil if there is none.
    public final subscript(optionalString key: StaticString, at index: Int) -> String? {
        get { stored(key, index) { $0.string(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type String; ``RequiredAttributeRepresentable/emptyValue`` if there is none
    /// (rule MOD-30).
    public final subscript(string key: StaticString, at index: Int) -> String {
        get { stored(key, index) { $0.string(at: $1) } ?? String.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Date; nil if there is none.
    public final subscript(optionalDate key: StaticString, at index: Int) -> Date? {
        get { stored(key, index) { $0.date(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Date; ``RequiredAttributeRepresentable/emptyValue`` if there is none
    /// (rule MOD-30).
    public final subscript(date key: StaticString, at index: Int) -> Date {
        get { stored(key, index) { $0.date(at: $1) } ?? Date.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Binary; nil if there is none.
    public final subscript(optionalBinary key: StaticString, at index: Int) -> Data? {
        get { stored(key, index) { $0.binary(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type Binary; ``RequiredAttributeRepresentable/emptyValue`` if there is none
    /// (rule MOD-30).
    public final subscript(binary key: StaticString, at index: Int) -> Data {
        get { stored(key, index) { $0.binary(at: $1) } ?? Data.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type UUID; nil if there is none.
    public final subscript(optionalUuid key: StaticString, at index: Int) -> UUID? {
        get { stored(key, index) { $0.uuid(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type UUID; ``RequiredAttributeRepresentable/emptyValue`` if there is none
    /// (rule MOD-30).
    public final subscript(uuid key: StaticString, at index: Int) -> UUID {
        get { stored(key, index) { $0.uuid(at: $1) } ?? UUID.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type URI; nil if there is none.
    public final subscript(optionalUri key: StaticString, at index: Int) -> URL? {
        get { stored(key, index) { $0.uri(at: $1) } }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute of type URI; ``RequiredAttributeRepresentable/emptyValue`` if there is none
    /// (rule MOD-30).
    public final subscript(uri key: StaticString, at index: Int) -> URL {
        get { stored(key, index) { $0.uri(at: $1) } ?? URL.emptyValue }
        set { setAttribute(newValue.attributeValue, at: attributeIndex(key, index)) }
    }

    /// The value of an attribute, from its row where the object has no changes.
    @inline(__always)
    private final func stored<Value: RequiredAttributeRepresentable>(
        _ key: StaticString, _ index: Int, _ read: (Row, Int) -> Value??
    ) -> Value? {
        let index = attributeIndex(key, index)
        if flags.isDisjoint(with: .readsOtherThanRow) || realizesToRow(), let row = heldRow.row,
            let value = read(row, index)
        {
            return value
        }
        return Value.read(value(at: index))
    }
}
