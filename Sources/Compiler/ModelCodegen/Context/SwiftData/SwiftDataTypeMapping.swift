import ModelSchema
import SwiftNames

/// The Swift type of an attribute's stored property in SwiftData code.
///
/// SwiftData derives the column of an attribute from the type, so the type is optional exactly if the attribute is.
struct SwiftDataTypeMapping: Sendable, Hashable {
    /// The type of a value that is not nil.
    let valueType: String
    let isOptional: Bool
    /// Whether the type comes from Foundation.
    let needsFoundation: Bool

    init(_ attribute: Attribute, namer: SwiftNamer) {
        let isMissingAtFirst = attribute.isTransient && attribute.defaultValue == nil
        switch attribute.type {
        case .composite:
            let name = attribute.compositeName.map(namer.compositeName) ?? namer.type("Never", in: .swift)
            (valueType, isOptional) = (name, attribute.isOptional || isMissingAtFirst)
            needsFoundation = false
        case .transformable:
            let written = Self.writtenType(of: attribute, namer: namer)
            let text = written ?? namer.type("NSObject", in: .foundation)
            valueType = text.hasSuffix("?") ? String(text.dropLast()) : text
            isOptional = attribute.isOptional || isMissingAtFirst || text.hasSuffix("?")
            needsFoundation = FoundationTypes.areMentioned(in: text)
        default:
            let library = attribute.type.library
            valueType = namer.type(library.name, in: library.module)
            // Properties that are not stored need a value after every fetch.
            isOptional = attribute.isOptional || isMissingAtFirst
            needsFoundation = library.module == .foundation
        }
    }

    /// The type of the property.
    var type: String { isOptional ? SwiftTypeText.optional(of: valueType) : valueType }

    /// The model's default value as an expression of the type; nil if there is none.
    ///
    /// - Parameter members: The names of the properties of the class or struct. In expressions, they hide types.
    func defaultValue(of attribute: Attribute, among members: some Sequence<String>) -> String? {
        if let literal = attribute.defaultLiteral { return literal }
        let type = members.contains(valueType) ? "Foundation.\(valueType)" : valueType
        switch attribute.defaultValue {
        case .date(let seconds) where seconds.isFinite: return "\(type)(timeIntervalSinceReferenceDate: \(seconds))"
        case .decimal(let number):
            return "\(type)(string: \(SwiftLiteral.string(number)))" + (isOptional ? "" : " ?? 0")
        case .uuid(let uuid):
            return "\(type)(uuidString: \(SwiftLiteral.string(uuid)))" + (isOptional ? "" : " ?? \(type)()")
        case .uri(let url):
            return "\(type)(string: \(SwiftLiteral.string(url)))"
                + (isOptional ? "" : " ?? \(type)(fileURLWithPath: \"/\")")
        default: return nil
        }
    }

    /// The Swift type that the model specifies as text for a transformable attribute, or its replacement in the
    /// options; nil if it is missing or not valid.
    static func writtenType(of attribute: Attribute, namer: SwiftNamer) -> String? {
        guard let name = attribute.customTypeName, SwiftTypeText.isValid(name) else { return nil }
        return namer.modelType(name)
    }

    /// Whether SwiftData has a type for values of an attribute's type.
    static func supports(_ type: AttributeType) -> Bool { AttributeTypeMapping.supports(type) }
}
