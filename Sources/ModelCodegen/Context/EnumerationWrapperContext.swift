import ModelSchema
import SwiftNames

/// The property of an enum's type beside the property of its raw value.
struct EnumerationWrapperContext: Sendable, Hashable {
    var name: String
    var type: String
    /// The enum's name, for a comment.
    var documentationType: String
    /// The expression that reads the case.
    var getter: String
    /// The statement that stores `newValue`.
    var setter: String
    /// What the comment says of stored values that no case has.
    var unknownValueNote: String

    init(
        _ enumeration: AttributeEnumeration, of attribute: Attribute, rawProperty: String, rawIsOptional: Bool,
        namer: SwiftNamer
    ) {
        let enumName = SwiftIdentifier.escaped(enumeration.typeName)
        let fallback = Self.fallback(enumeration, of: attribute, enumName: enumName, namer: namer)
        // Optional raw values have a nil of their own, which the wrapper keeps.
        let isOptional = rawIsOptional || fallback == nil || enumeration.unknownValuePolicy == .asNil
        name = namer.propertyName(enumeration.accessorName ?? attribute.name)
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
