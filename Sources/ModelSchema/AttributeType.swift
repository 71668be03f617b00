/// The type of an attribute; the raw value is the spelling of the model file.
public enum AttributeType: String, Sendable, Hashable, Codable, CaseIterable {
    case integer16 = "Integer 16"
    case integer32 = "Integer 32"
    case integer64 = "Integer 64"
    case decimal = "Decimal"
    case double = "Double"
    case float = "Float"
    case string = "String"
    case boolean = "Boolean"
    case date = "Date"
    case binary = "Binary"
    case uuid = "UUID"
    case uri = "URI"
    case transformable = "Transformable"
    case objectID = "Object ID"
    case composite = "Composite"
    /// No type: legal on a transient attribute, whose accessor is then written by hand. Files leave it out.
    case undefined = "Undefined"

    /// Whether the type is one of the three integers.
    public var isInteger: Bool {
        switch self {
        case .integer16, .integer32, .integer64: true
        default: false
        }
    }
}
