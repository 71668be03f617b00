import ModelSchema

/// What stored values that no case of an enum has read as instead of nil.
enum EnumerationFallback: Hashable {
    /// The case that the attribute's default value stands for: an expression for it.
    case constant(String)
    /// The same where the cases are known to the compiler only.
    case modelDefault

    /// Nil if the model says so, or the attribute has no default that a case stands for.
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
