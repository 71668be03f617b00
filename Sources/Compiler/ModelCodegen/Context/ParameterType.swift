import ModelExpressions
import ModelSchema

/// The Swift type of a parameter of a function for a fetch.
struct ParameterType: Sendable, Hashable {
    let name: String
    /// Whether the type comes from Foundation.
    let needsFoundation: Bool

    /// Nil if the type is not known, or has no Swift type.
    init?(_ type: ExpressionType, in model: ModelLookup, namer: SwiftNamer) {
        switch type {
        case .attribute(let type):
            // Only attributes specify a type as text or a composite.
            guard AttributeTypeMapping.supports(type), type != .transformable, type != .composite else { return nil }
            let mapping = AttributeTypeMapping(Attribute(name: "", type: type), namer: namer)
            name = mapping.valueType
            needsFoundation = mapping.needsFoundation
        case .object(let entityName):
            guard let entity = model.entity(named: entityName) else { return nil }
            name = namer.className(of: entity)
            needsFoundation = false
        case .collection(let element):
            guard !element.isCollection, let member = ParameterType(element, in: model, namer: namer) else {
                return nil
            }
            name = "[\(member.name)]"
            needsFoundation = member.needsFoundation
        case .composite, .null, .unknown: return nil
        }
    }

    /// The type for an unknown type: any value that a predicate can compare.
    init(anyValue namer: SwiftNamer) {
        name = "any " + namer.type("PredicateValue", in: .objectGraph)
        needsFoundation = false
    }
}
