import ModelSchema

/// An attribute in the form of SwiftGen.
struct SwiftGenAttribute: TemplateRecord {
    var name: String
    var propertyType: String
    var type: String
    var typeName: String
    var customClassName: String
    var isDerived: Bool
    var isIndexed: Bool
    var isOptional: Bool
    var isTransient: Bool
    var usesScalarValueType: Bool
    var userInfo: [String: SwiftGenValue]

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name in the model."),
        .init("propertyType", \.propertyType, "`attribute`."),
        .init("type", \.type, "The type as written in the model file: `Integer 32`."),
        .init("typeName", \.typeName, "The type in code: `Int32`, or `NSNumber` if it is not a scalar."),
        .init("customClassName", \.customClassName, "The class of a transformable value; empty if there is none."),
        .init("isDerived", \.isDerived, "Whether the store computes the value."),
        .init("isIndexed", \.isIndexed, "Whether the attribute has an old-style index."),
        .init("isOptional", \.isOptional, "Whether the value can be missing."),
        .init("isTransient", \.isTransient, "Whether the value is not stored."),
        .init("usesScalarValueType", \.usesScalarValueType, "Whether numbers are scalars."),
        .init("userInfo", \.userInfo, "The user info: numbers, flags, and strings."),
    ]

    init(_ attribute: Attribute) {
        name = attribute.name
        propertyType = "attribute"
        type = attribute.type.rawValue
        typeName = Self.typeName(of: attribute)
        customClassName = attribute.customClassName ?? ""
        isDerived = attribute.isDerived
        isIndexed = attribute.isIndexed
        isOptional = attribute.isOptional
        isTransient = attribute.isTransient
        usesScalarValueType = attribute.usesScalarValueType == true
        userInfo = SwiftGenValue.values(of: attribute.userInfo)
    }

    /// The name of an attribute's type.
    static func typeName(of attribute: Attribute) -> String {
        let isScalar = attribute.usesScalarValueType == true
        return switch attribute.type {
        case .integer16: isScalar ? "Int16" : "NSNumber"
        case .integer32: isScalar ? "Int32" : "NSNumber"
        case .integer64: isScalar ? "Int64" : "NSNumber"
        case .double: isScalar ? "Double" : "NSNumber"
        case .float: isScalar ? "Float" : "NSNumber"
        case .boolean: isScalar ? "Bool" : "NSNumber"
        case .decimal: "NSDecimalNumber"
        case .date: "Date"
        case .string: "String"
        case .binary: "Data"
        case .uuid: "UUID"
        case .uri: "URL"
        case .objectID: "NSManagedObjectID"
        case .composite: "[String: Any]"
        case .transformable, .undefined: attribute.customClassName ?? "AnyObject"
        }
    }
}
