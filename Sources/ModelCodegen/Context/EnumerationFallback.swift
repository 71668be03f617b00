import ModelSchema

/// What stored values that no case of an enum has read as instead of nil.
enum EnumerationFallback: Hashable {
    /// The case that the attribute's default value stands for: an expression for it.
    case constant(String)
    /// The same where the cases are known to the compiler only.
    case modelDefault

    /// Nil where the model says so, or the attribute has no default that a case stands for.
    init?(_ enumeration: AttributeEnumeration, of attribute: Attribute, namer: SwiftNamer) {
        guard enumeration.unknownValuePolicy != .asNil else { return nil }
        let rawValue: AttributeEnumeration.RawValue
        switch attribute.defaultValue {
        case .integer(let number): rawValue = .integer(number)
        case .string(let text): rawValue = .string(text)
        default: return nil
        }
        guard let cases = namer.cases(ofEnum: enumeration.typeName) else {
            guard enumeration.promisesValue || enumeration.unknownValuePolicy == .asDefault else { return nil }
            self = .modelDefault
            return
        }
        guard let match = cases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = .constant(".\(namer.caseName(match.name))")
    }
}
