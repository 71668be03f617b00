import ModelSchema
import SwiftNames

/// The Swift type that Xcode gives the property of an attribute.
struct CoreDataTypeMapping: Sendable, Hashable {
    /// The type of a value that is not nil.
    let valueType: String
    let isOptional: Bool
    /// The property with the value of a number object; nil for other types.
    let numberProperty: String?

    /// Source: properties that Xcode has generated in public repositories. Numbers are scalars if the model says so,
    /// and are then never optional. Everything else is an object and always optional. An attribute without a type is an
    /// object of any class, and so is a transformable attribute without a class name.
    init(_ attribute: Attribute, namer: SwiftNamer, options: GenerationOptions) {
        let isScalar = attribute.usesScalarValueType == true
        let scalar = Self.scalar(attribute.type)
        if isScalar, let scalar {
            valueType = namer.type(scalar.type, in: scalar.module)
            isOptional = false
            numberProperty = nil
            return
        }
        valueType = Self.object(attribute, namer: namer, options: options)
        isOptional = !valueType.hasSuffix("?") && (options.optionality == .xcode || attribute.isOptional)
        numberProperty = attribute.type == .date ? nil : scalar?.numberProperty
    }

    /// The type of the property.
    var type: String {
        guard isOptional else { return valueType }
        // `any P?` would mean something else.
        return SwiftTypeText.optional(of: valueType)
    }

    /// The suffix after an object in the expression that reads its identity as a value.
    static let identity = ".objectID.uriRepresentation()"

    /// Whether values of a type are Swift values that are Codable and Sendable.
    static func isSnapshotable(_ type: AttributeType) -> Bool {
        switch type {
        case .objectID, .composite, .transformable, .undefined: false
        default: true
        }
    }

    /// The Swift type of the value, with the property of the object that contains it; nil if the property already has
    /// this type.
    func plainValue(of attribute: Attribute, namer: SwiftNamer) -> (type: String, property: String?) {
        if let numberProperty, let scalar = Self.scalar(attribute.type) {
            return (namer.type(scalar.type, in: scalar.module), numberProperty)
        }
        return attribute.type == .decimal
            ? (namer.type("Decimal", in: .foundation), "decimalValue") : (valueType, nil)
    }

    private static func scalar(
        _ type: AttributeType
    ) -> (type: String, module: SwiftNamer.Module, numberProperty: String)? {
        switch type {
        case .integer16: ("Int16", .swift, "int16Value")
        case .integer32: ("Int32", .swift, "int32Value")
        case .integer64: ("Int64", .swift, "int64Value")
        case .double: ("Double", .swift, "doubleValue")
        case .float: ("Float", .swift, "floatValue")
        case .boolean: ("Bool", .swift, "boolValue")
        case .date: ("TimeInterval", .foundation, "")
        default: nil
        }
    }

    private static func object(_ attribute: Attribute, namer: SwiftNamer, options: GenerationOptions) -> String {
        switch attribute.type {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: namer.type("NSNumber", in: .foundation)
        case .decimal: namer.type("NSDecimalNumber", in: .foundation)
        case .string: namer.type("String", in: .swift)
        case .date: namer.type("Date", in: .foundation)
        case .binary: namer.type("Data", in: .foundation)
        case .uuid: namer.type("UUID", in: .foundation)
        case .uri: namer.type("URL", in: .foundation)
        case .objectID: namer.type("NSManagedObjectID", in: .coreData)
        case .composite: "[\(namer.type("String", in: .swift)): Any]"
        case .transformable, .undefined: customClass(attribute, options) ?? namer.type("NSObject", in: .foundation)
        }
    }

    private static func customClass(_ attribute: Attribute, _ options: GenerationOptions) -> String? {
        guard let name = attribute.customTypeName, SwiftTypeText.isValid(name) else { return nil }
        return options.typeReplacements[name] ?? name
    }
}
