import ModelSchema

// The accessors of the runtime's classes.
extension EnumerationWrapperContext {
    init(
        _ enumeration: AttributeEnumeration, of attribute: Attribute, at index: Int, name: String, rawIsOptional: Bool,
        namer: SwiftNamer
    ) {
        let key = SwiftLiteral.string(attribute.name)
        let fallback = EnumerationFallback(enumeration, of: attribute, namer: namer)
        // Optional raw values have a nil of their own, which the wrapper keeps.
        let isOptional = fallback == nil || (rawIsOptional && !enumeration.promisesValue)
        // Where there is no raw value for nil, what is stored stays, for it may be a value that no case has.
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
