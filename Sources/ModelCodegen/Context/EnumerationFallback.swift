import ModelSchema

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
            guard enumeration.promisesValue || enumeration.unknownValuePolicy == .asDefault else { return nil }
            self = .modelDefault
        } else {
            guard let match = namer.defaultCase(of: attribute) else { return nil }
            self = .constant(".\(namer.caseName(match.name))")
        }
    }
}
