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
        _ enumeration: AttributeEnumeration, of attribute: Attribute, name: String, rawProperty: String,
        rawIsOptional: Bool, namer: SwiftNamer
    ) {
        let enumName = namer.enumName(enumeration.typeName)
        let fallback = Self.fallback(enumeration, of: attribute, enumName: enumName, namer: namer)
        // Optional raw values have a nil of their own, which the wrapper keeps.
        let isOptional = rawIsOptional || fallback == nil || enumeration.unknownValuePolicy == .asNil
        self.name = name
        documentationType = enumName
        type = isOptional ? enumName + "?" : enumName
        let read =
            rawIsOptional
            ? "\(rawProperty).flatMap(\(enumName).init(rawValue:))" : "\(enumName)(rawValue: \(rawProperty))"
        if !isOptional, let fallback {
            getter = "\(read) ?? \(fallback)"
            unknownValueNote = "A stored value that no case has reads as `\(fallback)`, and stays as it is."
        } else {
            getter = read
            unknownValueNote = "A stored value that no case has reads as nil, and stays as it is."
        }
        if !isOptional {
            setter = "\(rawProperty) = newValue.rawValue"
        } else if rawIsOptional {
            setter = "\(rawProperty) = newValue?.rawValue"
        } else {
            // There is no raw value for nil, and what is stored may be a value that no case has.
            setter = "if let newValue { \(rawProperty) = newValue.rawValue }"
        }
    }

    /// The case that the attribute's default value stands for, where unknown values may read as it.
    private static func fallback(
        _ enumeration: AttributeEnumeration, of attribute: Attribute, enumName: String, namer: SwiftNamer
    ) -> String? {
        guard enumeration.unknownValuePolicy != .asNil, let cases = enumeration.cases else { return nil }
        let rawValue: AttributeEnumeration.RawValue? =
            switch attribute.defaultValue {
            case .integer(let number): .integer(number)
            case .string(let text): .string(text)
            default: nil
            }
        guard let match = cases.first(where: { $0.rawValue == rawValue }) else { return nil }
        return ".\(namer.caseName(match.name))"
    }
}
