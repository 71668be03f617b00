/// The type of an attribute. The raw value is the text in the model file.
public enum AttributeType: String, Sendable, Hashable, Codable, CaseIterable {
    /// A signed integer of 16 bits.
    case integer16 = "Integer 16"
    /// A signed integer of 32 bits.
    case integer32 = "Integer 32"
    /// A signed integer of 64 bits.
    case integer64 = "Integer 64"
    /// A decimal number of up to 38 digits.
    case decimal = "Decimal"
    /// A binary floating-point number of 64 bits.
    case double = "Double"
    /// A binary floating-point number of 32 bits.
    case float = "Float"
    /// Text.
    case string = "String"
    /// True or false.
    case boolean = "Boolean"
    /// A point in time, in seconds since 2001.
    case date = "Date"
    /// Bytes.
    case binary = "Binary"
    /// A universally unique identifier.
    case uuid = "UUID"
    /// A URL.
    case uri = "URI"
    /// A value of a custom class, which a transformer converts to bytes.
    case transformable = "Transformable"
    /// The identity of an object.
    case objectID = "Object ID"
    /// Several attributes under one name.
    case composite = "Composite"
    /// No type, which is valid for a transient attribute with a hand-written accessor. Files omit it.
    case undefined = "Undefined"

    /// Whether the type is one of the three integers.
    public var isInteger: Bool {
        switch self {
        case .integer16, .integer32, .integer64: true
        default: false
        }
    }
}
