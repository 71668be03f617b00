import ModelSchema

/// Which Swift type an attribute's accessor has.
///
/// The accessor is optional when the model's value may be nil and nil says something: an optional scalar with a
/// default value is not, since a new object holds the default and a scalar has no nil in Core Data either. Options can
/// ask for Xcode's way instead: scalars never are, everything else always is.
struct AttributeTypeMapping: Sendable, Hashable {
    /// The type of a value that is there.
    let valueType: String
    let isOptional: Bool
    /// Whether the type comes from Foundation.
    let needsFoundation: Bool

    init(_ attribute: Attribute, namer: SwiftNamer) {
        let library: (name: String, module: SwiftNamer.Module) =
            switch attribute.type {
            case .integer16: ("Int16", .swift)
            case .integer32: ("Int32", .swift)
            case .integer64: ("Int64", .swift)
            case .double: ("Double", .swift)
            case .float: ("Float", .swift)
            case .boolean: ("Bool", .swift)
            case .string: ("String", .swift)
            case .decimal: ("Decimal", .foundation)
            case .date: ("Date", .foundation)
            case .binary: ("Data", .foundation)
            case .uuid: ("UUID", .foundation)
            case .uri: ("URL", .foundation)
            case .transformable, .objectID, .composite, .undefined: ("Never", .swift)
            }
        valueType = namer.type(library.name, in: library.module)
        needsFoundation = library.module == .foundation
        let isScalar = attribute.usesScalarValueType == true && attribute.type.isNumber
        isOptional =
            switch namer.options.optionality {
            case .model: attribute.isOptional && !(isScalar && attribute.defaultValue != nil)
            case .xcode: !isScalar
            }
    }

    /// Whether an attribute's type has accessors; for others hand-written code uses string-keyed access.
    static func supports(_ type: AttributeType) -> Bool {
        switch type {
        case .transformable, .objectID, .composite, .undefined: false
        default: true
        }
    }
}

extension AttributeType {
    /// Whether Core Data has a scalar for the type that is Swift's type of the value as well.
    fileprivate var isNumber: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .double, .float, .boolean: true
        default: false
        }
    }
}
