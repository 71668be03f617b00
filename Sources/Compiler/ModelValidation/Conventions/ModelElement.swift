import ModelSchema

/// An element of a model, with values for the keys of ``ModelElementSchema``.
enum ModelElement {
    case entity(EntityNode)
    case attribute(AttributeNode)
    case relationship(RelationshipNode)

    /// The elements of a kind, in the order of the file.
    static func all(_ subject: Convention.Subject, in model: ModelIndex) -> [ModelElement] {
        let members = model.composites.flatMap(\.attributes).map(ModelElement.attribute)
        return switch subject {
        case .entities: model.entities.map(ModelElement.entity)
        case .attributes: model.entities.flatMap(\.attributes).map(ModelElement.attribute) + members
        case .relationships: model.entities.flatMap(\.relationships).map(ModelElement.relationship)
        case .properties: model.entities.flatMap(properties) + members
        }
    }

    private static func properties(of entity: EntityNode) -> [ModelElement] {
        entity.attributes.map(ModelElement.attribute) + entity.relationships.map(ModelElement.relationship)
    }

    var path: SchemaPath {
        switch self {
        case .entity(let node): node.path
        case .attribute(let node): node.path
        case .relationship(let node): node.path
        }
    }

    /// The name of the kind in messages.
    var kindName: String {
        switch self {
        case .entity: "entity"
        case .attribute: "attribute"
        case .relationship: "relationship"
        }
    }

    /// Returns the value for a key. Unknown keys are errors when a requirement is parsed.
    func value(of key: String, in model: ModelIndex) -> RequirementValue {
        switch self {
        case .entity(let node): Self.value(of: key, node, in: model)
        case .attribute(let node): Self.value(of: key, node, in: model)
        case .relationship(let node): Self.value(of: key, node, in: model)
        }
    }

    private static func value(of key: String, _ node: EntityNode, in model: ModelIndex) -> RequirementValue {
        switch key {
        case "name": .text(node.name)
        case "className": .init(node.entity.className)
        case "isAbstract": .init(node.entity.isAbstract)
        case "parent": .init(model.parent(of: node))
        case "attributes": .many(node.attributes.map { .element(.attribute($0)) })
        case "relationships": .many(node.relationships.map { .element(.relationship($0)) })
        case "properties": .many(properties(of: node).map(RequirementValue.element))
        case "userInfo": .userInfo(node.entity.userInfo)
        default: .null
        }
    }

    private static func value(of key: String, _ node: AttributeNode, in model: ModelIndex) -> RequirementValue {
        let attribute = node.attribute
        return switch key {
        case "name": .text(attribute.name)
        case "kind": .text("attribute")
        case "entity": node.isCompositeMember ? .null : .init(model.entity(named: node.ownerName))
        case "isOptional": .init(attribute.isOptional)
        case "isTransient": .init(attribute.isTransient)
        case "isDerived": .init(attribute.isDerived)
        case "type": .text(attribute.type.rawValue)
        case "defaultValue": .init(attribute.defaultValueString ?? attribute.defaultDateTimeInterval)
        case "minValue": .init(attribute.minValueString ?? attribute.minDateTimeInterval)
        case "maxValue": .init(attribute.maxValueString ?? attribute.maxDateTimeInterval)
        case "regularExpression": .init(attribute.regularExpressionString)
        case "userInfo": .userInfo(attribute.userInfo)
        default: .null
        }
    }

    private static func value(of key: String, _ node: RelationshipNode, in model: ModelIndex) -> RequirementValue {
        let relationship = node.relationship
        return switch key {
        case "name": .text(relationship.name)
        case "kind": .text("relationship")
        case "entity": .init(model.entity(named: node.entityName))
        case "isOptional": .init(relationship.isOptional)
        case "isTransient": .init(relationship.isTransient)
        case "isToMany": .init(relationship.isToMany)
        case "isOrdered": .init(relationship.isOrdered)
        case "deleteRule": .text(relationship.deleteRule.rawValue)
        case "minCount": .number(Double(relationship.minimumCount))
        case "maxCount": .number(Double(relationship.maximumCount))
        case "destination": .init(model.destination(of: node))
        case "inverse": model.inverse(of: node).map { .element(.relationship($0)) } ?? .null
        case "userInfo": .userInfo(relationship.userInfo)
        default: .null
        }
    }
}

/// A value in a requirement.
enum RequirementValue {
    case null
    /// A number, or 1 or 0 for true or false.
    case number(Double)
    case text(String)
    case element(ModelElement)
    case userInfo(UserInfo)
    case many([RequirementValue])

    init(_ text: String?) { self = text.map(RequirementValue.text) ?? .null }

    init(_ flag: Bool) { self = .number(flag ? 1 : 0) }

    init(_ entity: EntityNode?) { self = entity.map { .element(.entity($0)) } ?? .null }

    /// The elements of a collection, or a single value as an array.
    var members: [RequirementValue] {
        if case .many(let members) = self { members } else { [self] }
    }

    /// The number of steps that visiting the value takes: one for each member, and for each short piece of a text.
    var visitCount: Int {
        switch self {
        case .many(let members): members.count
        case .text(let text): 1 + text.utf8.count / 64
        case .null, .number, .element, .userInfo: 1
        }
    }
}
