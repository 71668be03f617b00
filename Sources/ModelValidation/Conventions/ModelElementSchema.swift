import ModelExpressions
import ModelSchema

/// The keys of a model's elements for requirements: a model of models, for the expression checker.
enum ModelElementSchema {
    /// The name of the entity for a kind of element.
    enum EntityName: String {
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
        guard let entity = model.entities.first(where: { $0.name == name.rawValue }) else {
            preconditionFailure("the model of models has no entity '\(name.rawValue)'")
        }
        return ExpressionChecker(model, purpose: .fetch).check(predicate, of: entity)
    }

    private static let model = Model(
        name: "Model",
        entities: [
            Entity(
                name: EntityName.entity.rawValue,
                attributes: [text("name"), text("className"), flag("isAbstract")],
                relationships: [
                    one("parent", .entity), many("attributes", .attribute), many("relationships", .relationship),
                    many("properties", .property), userInfo,
                ]),
            Entity(
                name: EntityName.property.rawValue,
                attributes: [text("name"), text("kind"), flag("isOptional"), flag("isTransient")],
                relationships: [one("entity", .entity), userInfo]),
            Entity(
                name: EntityName.attribute.rawValue, parentName: EntityName.property.rawValue,
                attributes: [
                    text("type"), flag("isDerived"), text("defaultValue"), text("minValue"), text("maxValue"),
                    text("regularExpression"),
                ]),
            Entity(
                name: EntityName.relationship.rawValue, parentName: EntityName.property.rawValue,
                attributes: [
                    flag("isToMany"), flag("isOrdered"), text("deleteRule"), number("minCount"), number("maxCount"),
                ],
                relationships: [one("destination", .entity), one("inverse", .relationship)]),
        ])

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
