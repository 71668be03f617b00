import ModelSchema
import SwiftNames

/// Which Swift type Xcode gives the property of an attribute.
struct CoreDataTypeMapping: Sendable, Hashable {
    /// The type of a value that is there.
    let valueType: String
    let isOptional: Bool
    /// For a number that is kept as an object, the property of it that is its value; nil for everything else.
    let numberProperty: String?

    /// Source: properties that Xcode has generated in public repositories. Numbers are scalars where the model says so
    /// and never optional then; everything else is an object, and optional whatever the model says. An attribute
    /// without a type is an object of any class, as is a transformable one that names none.
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

    /// What follows an object in the expression that reads its identity as a value.
    static let identity = ".objectID.uriRepresentation()"

    /// Whether values of a type are values of Swift that can be encoded and sent.
    static func isSnapshotable(_ type: AttributeType) -> Bool {
        switch type {
        case .objectID, .composite, .transformable, .undefined: false
        default: true
        }
    }

    /// The type of the value as Swift has it, and the property of the object by which it is reached; nil if the
    /// property's value is that already.
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
        guard let name = attribute.customClassName, SwiftTypeText.isValid(name) else { return nil }
        return options.typeReplacements[name] ?? name
    }
}
