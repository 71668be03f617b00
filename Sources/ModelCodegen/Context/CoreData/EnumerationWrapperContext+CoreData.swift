import ModelSchema

// The accessors of Apple's classes, which read and write the property of the raw value.
extension EnumerationWrapperContext {
    init(
        _ enumeration: AttributeEnumeration, of attribute: Attribute, name: String, rawName: String,
        mapping: CoreDataTypeMapping, namer: SwiftNamer
    ) {
        let enumName = namer.enumName(enumeration.typeName)
        var fallback: String?
        // What only the compiler knows cannot be looked up where the model is Apple's.
        if case .constant(let constant)? = EnumerationFallback(enumeration, of: attribute, namer: namer) {
            fallback = constant
        }
        let isOptional = fallback == nil || (mapping.isOptional && !enumeration.promisesValue)
        if isOptional { fallback = nil }
        let read = Self.reading(enumName, attribute, rawName: rawName, mapping: mapping)
        self.init(
            name: name, enumName: enumName, isOptional: isOptional,
            getter: fallback.map { "\(read) ?? \($0)" } ?? read,
            setter: Self.storing(attribute, rawName: rawName, mapping: mapping, isOptional: isOptional, namer: namer),
            fallback: fallback.map { "`\($0)`" })
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
}
