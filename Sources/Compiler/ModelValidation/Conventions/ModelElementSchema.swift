import ModelExpressions
import ModelSchema

/// The keys of a model's elements for requirements: a model of models, for the expression checker.
enum ModelElementSchema {
    /// The name of the entity for a kind of element.
    enum EntityName: String, CaseIterable {
        case entity = "Entity"
        case property = "Property"
        case attribute = "Attribute"
        case relationship = "Relationship"
    }

    static func check(_ predicate: ModelPredicate, of subject: Convention.Subject) -> ExpressionReport {
        let name: EntityName =
            switch subject {
            case .entities: .entity
            case .attributes: .attribute
            case .relationships: .relationship
            case .properties: .property
            }
        return ExpressionChecker(model, purpose: .fetch).check(predicate, of: entity(name))
    }

    private static let model = Model(name: "Model", entities: EntityName.allCases.map(entity))

    private static func entity(_ name: EntityName) -> Entity {
        switch name {
        case .entity:
            Entity(
                name: name.rawValue, attributes: [text("name"), text("className"), flag("isAbstract")],
                relationships: [
                    one("parent", .entity), many("attributes", .attribute), many("relationships", .relationship),
                    many("properties", .property), userInfo,
                ])
        case .property:
            Entity(
                name: name.rawValue,
                attributes: [text("name"), text("kind"), flag("isOptional"), flag("isTransient")],
                relationships: [one("entity", .entity), userInfo])
        case .attribute:
            Entity(
                name: name.rawValue, parentName: EntityName.property.rawValue,
                attributes: [
                    text("type"), flag("isDerived"), text("defaultValue"), text("minValue"), text("maxValue"),
                    text("regularExpression"),
                ])
        case .relationship:
            Entity(
                name: name.rawValue, parentName: EntityName.property.rawValue,
                attributes: [
                    flag("isToMany"), flag("isOrdered"), text("deleteRule"), number("minCount"), number("maxCount"),
                ],
                relationships: [one("destination", .entity), one("inverse", .relationship)])
        }
    }

    private static func text(_ name: String) -> Attribute { Attribute(name: name, type: .string, isOptional: true) }
    private static func flag(_ name: String) -> Attribute { Attribute(name: name, type: .boolean) }
    private static func number(_ name: String) -> Attribute { Attribute(name: name, type: .integer64) }

    private static func one(_ name: String, _ destination: EntityName) -> Relationship {
        Relationship(name: name, isOptional: true, destinationName: destination.rawValue)
    }

    private static func many(_ name: String, _ destination: EntityName) -> Relationship {
        Relationship(name: name, isOptional: true, isToMany: true, destinationName: destination.rawValue)
    }

    /// A relationship without a known destination, so that any key can follow.
    private static let userInfo = Relationship(name: "userInfo", isOptional: true, destinationName: nil)
}
