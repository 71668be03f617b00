import ModelSchema

/// The property of an enum's type beside the property of its raw value.
struct CoreDataWrapperContext: TemplateRecord, Hashable {
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
        _ enumeration: AttributeEnumeration, of attribute: Attribute, name: String, rawName: String,
        mapping: CoreDataTypeMapping, namer: SwiftNamer
    ) {
        let enumName = namer.enumName(enumeration.typeName)
        let fallback = Self.fallback(enumeration, of: attribute, namer: namer)
        let isOptional = fallback == nil || (mapping.isOptional && !enumeration.promisesValue)
        self.name = name
        documentationType = enumName
        type = isOptional ? enumName + "?" : enumName
        let read = Self.reading(enumName, attribute, rawName: rawName, mapping: mapping)
        if let fallback, !isOptional {
            getter = "\(read) ?? \(fallback)"
            unknownValueNote = "A stored value that no case has reads as `\(fallback)`, and stays as it is."
        } else {
            getter = read
            unknownValueNote = "A stored value that no case has reads as nil, and stays as it is."
        }
        setter = Self.storing(attribute, rawName: rawName, mapping: mapping, isOptional: isOptional, namer: namer)
    }

    /// An expression for the case, or nil. It fits enums over another integer than the attribute's, and types whose
    /// initializer never fails.
    private static func reading(
        _ enumName: String, _ attribute: Attribute, rawName: String, mapping: CoreDataTypeMapping
    ) -> String {
        guard attribute.type != .string else {
            return mapping.isOptional
                ? "\(rawName).flatMap(\(enumName).init(rawValue:))"
                : "(\(enumName)(rawValue: \(rawName)) as \(enumName)?)"
        }
        guard let numberProperty = mapping.numberProperty else {
            return "\(enumName).RawValue(exactly: \(rawName)).flatMap(\(enumName).init(rawValue:))"
        }
        guard mapping.isOptional else {
            return "\(enumName).RawValue(exactly: \(rawName).\(numberProperty)).flatMap(\(enumName).init(rawValue:))"
        }
        return "\(rawName).flatMap { \(enumName).RawValue(exactly: $0.\(numberProperty)) }"
            + ".flatMap(\(enumName).init(rawValue:))"
    }

    /// Where there is no raw value for nil, what is stored stays, for it may be a value that no case has.
    private static func storing(
        _ attribute: Attribute, rawName: String, mapping: CoreDataTypeMapping, isOptional: Bool, namer: SwiftNamer
    ) -> String {
        let number = namer.type("NSNumber", in: .foundation)
        let store =
            switch (attribute.type, mapping.numberProperty) {
            case (.string, _): "\(rawName) = newValue.rawValue"
            case (_, nil): "\(rawName) = .init(newValue.rawValue)"
            default: "\(rawName) = \(number)(value: newValue.rawValue)"
            }
        guard isOptional else { return store }
        guard mapping.isOptional else { return "if let newValue { \(store) }" }
        return attribute.type == .string
            ? "\(rawName) = newValue?.rawValue" : "\(rawName) = newValue.map { \(number)(value: $0.rawValue) }"
    }

    /// The case that the attribute's default value stands for, where unknown values may read as it.
    private static func fallback(
        _ enumeration: AttributeEnumeration, of attribute: Attribute, namer: SwiftNamer
    ) -> String? {
        guard enumeration.unknownValuePolicy != .asNil, let cases = namer.cases(ofEnum: enumeration.typeName) else {
            return nil
        }
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
