import ModelSchema

/// The property of an enum's type beside the property of its raw value.
struct EnumerationWrapperContext: TemplateRecord, Hashable {
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
        .init("unknownValueNote", \.unknownValueNote, "What the comment says of stored values that no case has."),
    ]

    init(
        _ enumeration: AttributeEnumeration, of attribute: Attribute, at index: Int, name: String, rawIsOptional: Bool,
        namer: SwiftNamer
    ) {
        let enumName = namer.enumName(enumeration.typeName)
        let key = SwiftLiteral.string(attribute.name)
        let fallback = Fallback(enumeration, of: attribute, namer: namer)
        // Optional raw values have a nil of their own, which the wrapper keeps.
        let isOptional = fallback == nil || (rawIsOptional && !enumeration.promisesValue)
        self.name = name
        documentationType = enumName
        type = isOptional ? enumName + "?" : enumName
        switch fallback {
        case .constant(let constant)? where !isOptional:
            getter = "self[enumeration: \(key), at: \(index), default: \(constant)]"
            unknownValueNote = "A stored value that no case has reads as `\(constant)`, and stays as it is."
        case .modelDefault? where !isOptional:
            getter = "self[enumerationOrDefault: \(key), at: \(index)]"
            unknownValueNote = "A stored value that no case has reads as the model's default, and stays as it is."
        default:
            getter = "self[enumeration: \(key), at: \(index)]"
            unknownValueNote = "A stored value that no case has reads as nil, and stays as it is."
        }
        // Where there is no raw value for nil, what is stored stays, for it may be a value that no case has.
        let store = "self[enumeration: \(key), at: \(index)] = newValue"
        setter = isOptional && !rawIsOptional ? "if let newValue { \(store) }" : store
    }

    /// What unknown values read as instead of nil.
    private enum Fallback {
        /// The case that the attribute's default value stands for.
        case constant(String)
        /// The same where the cases are known to the compiler only.
        case modelDefault

        init?(_ enumeration: AttributeEnumeration, of attribute: Attribute, namer: SwiftNamer) {
            guard enumeration.unknownValuePolicy != .asNil else { return nil }
            let rawValue: AttributeEnumeration.RawValue? =
                switch attribute.defaultValue {
                case .integer(let number): .integer(number)
                case .string(let text): .string(text)
                default: nil
                }
            guard let rawValue else { return nil }
            guard let cases = namer.cases(ofEnum: enumeration.typeName) else {
                guard enumeration.promisesValue || enumeration.unknownValuePolicy == .asDefault else { return nil }
                self = .modelDefault
                return
            }
            guard let match = cases.first(where: { $0.rawValue == rawValue }) else { return nil }
            self = .constant(".\(namer.caseName(match.name))")
        }
    }
}
