import ModelSchema

/// The Swift type of an attribute's accessor.
///
/// The accessor is optional if the value in the model can be nil and nil is meaningful. An optional scalar with a
/// default value is not, because a new object has the default, and scalars in Core Data cannot be nil either. Options
/// can request Xcode's rule instead: scalars are never optional, and everything else always is.
struct AttributeTypeMapping: Sendable, Hashable {
    /// The type of a value that is not nil.
    let valueType: String
    let isOptional: Bool
    /// Whether the type comes from Foundation.
    let needsFoundation: Bool
    /// The label of the runtime's subscript for the value.
    let subscriptLabel: String

    init(_ attribute: Attribute, namer: SwiftNamer) {
        if let written = Self.writtenType(of: attribute) {
            let text = written.text.map(namer.modelType) ?? namer.type("NSObject", in: .foundation)
            valueType = text.hasSuffix("?") ? String(text.dropLast()) : text
            // Not every type has an empty value, and stored data might not be a valid value of this type.
            isOptional = true
            needsFoundation = FoundationTypes.areMentioned(in: text)
            subscriptLabel = written.label
            return
        }
        let library = attribute.type.library
        let composite = attribute.type == .composite ? attribute.compositeName : nil
        valueType = composite.map(namer.compositeName) ?? namer.type(library.name, in: library.module)
        needsFoundation = library.module == .foundation
        let isScalar = attribute.usesScalarValueType == true && attribute.type.isNumber
        isOptional =
            switch namer.options.optionality {
            case .model: attribute.isOptional && !(isScalar && attribute.defaultValue != nil)
            case .xcode: !isScalar
            }
        subscriptLabel = Self.subscriptLabel(library.label, isOptional: isOptional)
    }

    /// The runtime has a subscript for each Swift type, so the compiler has only one choice. Composites share one.
    private static func subscriptLabel(_ label: String?, isOptional: Bool) -> String {
        guard let label else { return "attribute" }
        return isOptional ? optionalLabel(label) : label
    }

    /// The label of the subscript for optional values of a type, which keeps an acronym in one case.
    static func optionalLabel(_ label: String) -> String {
        if label == "uuid" || label == "uri" { return "optional" + label.uppercased() }
        return "optional" + label.prefix(1).uppercased() + label.dropFirst()
    }

    /// The type that the model specifies as text, or nil for any object, with its subscript; nil for attributes of
    /// other types.
    private static func writtenType(of attribute: Attribute) -> (text: String?, label: String)? {
        guard attribute.type == .binary || attribute.type == .transformable else { return nil }
        if let text = attribute.codableTypeName { return (text, "codable") }
        guard attribute.type == .transformable else { return nil }
        return (attribute.customTypeName, "transformable")
    }

    /// Whether the model specifies the type of an attribute as text.
    static func isWritten(_ attribute: Attribute) -> Bool { writtenType(of: attribute) != nil }

    /// Whether an attribute's type has accessors. For other types, use access by key.
    static func supports(_ type: AttributeType) -> Bool {
        switch type {
        case .objectID, .undefined: false
        default: true
        }
    }
}

extension AttributeType {
    /// The library's type of values, and the label of the runtime's subscript for it.
    var library: (name: String, module: SwiftNamer.Module, label: String?) {
        switch self {
        case .integer16: ("Int16", .swift, "integer16")
        case .integer32: ("Int32", .swift, "integer32")
        case .integer64: ("Int64", .swift, "integer64")
        case .double: ("Double", .swift, "double")
        case .float: ("Float", .swift, "float")
        case .boolean: ("Bool", .swift, "boolean")
        case .string: ("String", .swift, "string")
        case .decimal: ("Decimal", .foundation, "decimal")
        case .date: ("Date", .foundation, "date")
        case .binary: ("Data", .foundation, "binary")
        case .uuid: ("UUID", .foundation, "uuid")
        case .uri: ("URL", .foundation, "uri")
        case .transformable, .objectID, .composite, .undefined: ("Never", .swift, nil)
        }
    }

    /// Whether Core Data has a scalar for the type that is also the Swift type of the value.
    fileprivate var isNumber: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: true
        default: false
        }
    }
}

/// The Swift expression of an attribute's default value.
struct AttributeDefaultExpression {
    let text: String

    /// - Parameter members: The names of the properties of the struct. In expressions, they hide types.
    init(_ attribute: Attribute, mapping: AttributeTypeMapping, among members: Set<String>) {
        let type =
            members.contains(mapping.valueType)
            ? "\(SwiftNamer.Module.foundation.rawValue).\(mapping.valueType)" : mapping.valueType
        if let literal = attribute.defaultLiteral {
            text = literal
            return
        }
        switch attribute.defaultValue {
        case .date(let seconds) where seconds.isFinite: text = "\(type)(timeIntervalSinceReferenceDate: \(seconds))"
        case .decimal(let number): text = "\(type)(string: \(SwiftLiteral.string(number))) ?? .emptyValue"
        case .uuid(let uuid): text = "\(type)(uuidString: \(SwiftLiteral.string(uuid))) ?? .emptyValue"
        case .uri(let url): text = "\(type)(string: \(SwiftLiteral.string(url))) ?? .emptyValue"
        default: text = mapping.isOptional ? "nil" : Self.empty(attribute.type)
        }
    }

    private static func empty(_ type: AttributeType) -> String {
        switch type {
        case .integer16, .integer32, .integer64, .double, .float, .decimal: "0"
        case .boolean: "false"
        case .string: "\"\""
        default: ".emptyValue"
        }
    }
}
