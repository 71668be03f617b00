import ModelSchema
import StencilTemplates

/// The property of an enum's type next to the property of its raw value.
struct EnumerationWrapperContext: TemplateRecord {
    var name: String
    var type: String
    var documentationType: String
    var getter: String
    var setter: String
    var unknownValueNote: String

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name of the property."),
        .init("type", \.type, "The type of the property."),
        .init("documentationType", \.documentationType, "The enum's name, safe inside a comment."),
        .init("getter", \.getter, "The expression that reads the case."),
        .init("setter", \.setter, "The statement that stores `newValue`."),
        .init("unknownValueNote", \.unknownValueNote, "The note in the comment about stored values without a case."),
    ]

    /// - Parameters:
    ///   - fallback: The result for values without a case, for the comment; nil if the result is nil.
    ///   - isOptional: Whether the property is optional.
    init(
        name: String, enumName: String, isOptional: Bool, getter: String, setter: String, fallback: String?
    ) {
        self.name = name
        documentationType = enumName
        type = isOptional ? enumName + "?" : enumName
        self.getter = getter
        self.setter = setter
        unknownValueNote = "A stored value without a matching case reads as \(fallback ?? "nil") and is preserved."
    }
}

// The accessors in classes of the runtime.
extension EnumerationWrapperContext {
    init(
        _ enumeration: AttributeEnumeration, of attribute: Attribute, at index: Int, name: String, rawIsOptional: Bool,
        namer: SwiftNamer
    ) {
        let key = SwiftLiteral.string(attribute.name)
        let fallback = EnumerationFallback(enumeration, of: attribute, namer: namer)
        // An optional raw value can be nil itself, and the wrapper keeps that.
        let isOptional = fallback == nil || (rawIsOptional && !enumeration.guaranteesValue)
        // If no raw value represents nil, the stored value stays, because it might be a value without a case.
        let store = "self[enumeration: \(key), at: \(index)] = newValue"
        let (getter, note): (String, String?) =
            switch fallback {
            case .constant(let constant)? where !isOptional:
                ("self[enumeration: \(key), at: \(index), default: \(constant)]", "`\(constant)`")
            case .modelDefault? where !isOptional:
                ("self[enumerationOrDefault: \(key), at: \(index)]", "the model's default")
            default: ("self[enumeration: \(key), at: \(index)]", nil)
            }
        self.init(
            name: name, enumName: namer.enumName(enumeration.typeName), isOptional: isOptional, getter: getter,
            setter: isOptional && !rawIsOptional ? "if let newValue { \(store) }" : store, fallback: note)
    }
}

/// The value of an enum property for stored values without a case, instead of nil.
enum EnumerationFallback: Hashable {
    /// The case of the attribute's default value, as an expression.
    case constant(String)
    /// The case of the default value, if only the compiler knows the cases.
    case modelDefault

    /// Nil if the model requests nil, or if no case represents the attribute's default value.
    init?(_ enumeration: AttributeEnumeration, of attribute: Attribute, namer: SwiftNamer) {
        guard enumeration.unknownValuePolicy != .asNil, attribute.defaultRawValue != nil else { return nil }
        if namer.cases(ofEnum: enumeration.typeName) == nil {
            guard enumeration.guaranteesValue || enumeration.unknownValuePolicy == .asDefault else { return nil }
            self = .modelDefault
        } else {
            guard let match = namer.defaultCase(of: attribute) else { return nil }
            self = .constant(".\(namer.caseName(match.name))")
        }
    }
}
