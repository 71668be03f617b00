import ModelSchema

// The accessors in classes of the runtime.
extension EnumerationWrapperContext {
    init(
        _ enumeration: AttributeEnumeration, of attribute: Attribute, at index: Int, name: String, rawIsOptional: Bool,
        namer: SwiftNamer
    ) {
        let key = SwiftLiteral.string(attribute.name)
        let fallback = EnumerationFallback(enumeration, of: attribute, namer: namer)
        // An optional raw value can be nil itself, and the wrapper keeps that.
        let isOptional = fallback == nil || (rawIsOptional && !enumeration.promisesValue)
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
