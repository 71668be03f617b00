/// The type of an attribute. The raw value is the text in the model file.
///
/// ```swift
/// let numbers = [book, novel].flatMap(\.attributes).filter { $0.type.integerRange != nil }
/// ```
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

    /// Whether the type is one of the three integer types.
    public var isInteger: Bool {
        switch self {
        case .integer16, .integer32, .integer64: true
        default: false
        }
    }

    /// The raw value of the type in `NSAttributeType`.
    ///
    /// Source: the constants in Apple's documentation of `NSAttributeType`.
    public var coreDataNumber: Int32 {
        switch self {
        case .undefined: 0
        case .integer16: 100
        case .integer32: 200
        case .integer64: 300
        case .decimal: 400
        case .double: 500
        case .float: 600
        case .string: 700
        case .boolean: 800
        case .date: 900
        case .binary: 1000
        case .uuid: 1100
        case .uri: 1200
        case .transformable: 1800
        case .objectID: 2000
        case .composite: 2100
        }
    }

    /// Creates a type from its raw value in `NSAttributeType`; nil for an unknown value.
    public init?(coreDataNumber: Int32) {
        guard let type = Self.allCases.first(where: { $0.coreDataNumber == coreDataNumber }) else { return nil }
        self = type
    }

    /// Whether another type can represent every number of this type, except that a Double rounds integers beyond 2^53.
    ///
    /// Core Data infers such changes, though its documentation does not list them.
    ///
    /// Source: public apps whose tests migrate stores from Integer 64 to Decimal and to Double without a mapping model,
    /// and others that went from Integer 16 to Integer 32 and from Boolean to Integer 32.
    package func isHeld(by other: AttributeType) -> Bool {
        switch self {
        case .boolean: other.isInteger
        case .integer16: [.integer32, .integer64, .decimal, .float, .double].contains(other)
        case .integer32: [.integer64, .decimal, .double].contains(other)
        case .integer64: [.decimal, .double].contains(other)
        case .float: other == .double
        default: false
        }
    }
}
