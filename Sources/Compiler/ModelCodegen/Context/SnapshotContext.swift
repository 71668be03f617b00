import ModelSchema
import StencilTemplates
import SwiftNames

/// What the template `snapshot` receives: a struct of an entity's values, which can leave the isolation of a context.
struct SnapshotContext: TemplateContext {
    static let templateName = "snapshot"
    static let summary = "A struct of the values of an entity's objects."

    /// A property of the struct.
    struct Property: TemplateRecord {
        var name: String
        var type: String
        var documentation: [String]
        var value: String

        static let fields: TemplateFields<Self> = [
            .init("name", \.name, "The name of the property, here and of the object."),
            .init("type", \.type, "The type of the property."),
            .init("documentation", \.documentation, "The lines of the doc comment that the user info specifies."),
            .init("value", \.value, "The text after the object in the expression that reads the value."),
        ]
    }

    var access: String
    var isolation: String
    var name: String
    var conformances: String
    var className: String
    var entityName: String
    var parameter: String
    var objectID: String
    var identity: String
    var accessor: String
    var properties: [Property]
    var codingKeys: [String]
    var codingKeyTypes: String

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init(
            "isolation", \.isolation, "The attribute of the actor that reads objects, followed by a space, or empty."),
        .init("name", \.name, "The name of the struct."),
        .init("conformances", \.conformances, "The protocols, separated by commas."),
        .init("className", \.className, "The class of the entity."),
        .init("entityName", \.entityName, "The entity's name in the model, safe inside a comment."),
        .init("parameter", \.parameter, "The name of a parameter for one object."),
        .init("objectID", \.objectID, "The type of identities: the runtime's `ObjectID`, or `URL` for Core Data."),
        .init("identity", \.identity, "The text after an object in the expression that reads its identity."),
        .init("accessor", \.accessor, "The name of the object's property that makes a snapshot."),
        .init(
            "properties", \.properties,
            "The values of own and inherited attributes and relationships, by name; without inherited ones if there "
                + "are too many."
        ),
        .init(
            "codingKeys", \.codingKeys,
            "The cases of the struct's coding keys, with the names of the model; empty if the synthesized ones have "
                + "them."
        ),
        .init("codingKeyTypes", \.codingKeyTypes, "The raw type and the protocol of the coding keys."),
    ]

    init(_ entity: Entity, in model: ModelLookup, namer: SwiftNamer, access: String) {
        let objectID = namer.type("ObjectID", in: .objectGraph)
        var properties: [(name: String, property: Property)] = []
        for level in namer.inheritance.repeatedLineage(of: entity, in: model) {
            let indexes = PropertyIndexes(of: level, namer: namer)
            for attribute in level.attributes {
                let property = Property(attribute, of: level, indexes: indexes, namer: namer)
                if let property { properties.append((attribute.name, property)) }
            }
            for relationship in level.relationships {
                let property = Property(relationship, of: level, objectID: objectID, namer: namer)
                properties.append((relationship.name, property))
            }
        }
        self.init(
            entity, properties, objectID: (type: objectID, value: ".objectID"),
            isolation: GenerationOptions.Isolation.nonisolated.modifier, namer: namer, access: access)
        codingKeys = Self.codingKeys(of: properties)
    }

    /// The cases of coding keys with the names of the model, by which a fetch finds the values of a struct.
    private static func codingKeys(of properties: [(name: String, property: Property)]) -> [String] {
        let renamed = properties.filter { $0.property.name != SwiftIdentifier.escaped($0.name) }
        guard !renamed.isEmpty else { return [] }
        let cases = properties.sorted { $0.name < $1.name }.map { name, property in
            // The key `objectID` is the object's own identity.
            let isPlain = property.name == SwiftIdentifier.escaped(name) || name == "objectID"
            return isPlain ? property.name : "\(property.name) = \(SwiftLiteral.string(name))"
        }
        return ["objectID"] + cases
    }

    /// - Parameters:
    ///   - properties: The properties, with their names in the model, in any order.
    ///   - objectID: The type of an identity, and the suffix after an object in the expression that reads its identity.
    init(
        _ entity: Entity, _ properties: [(name: String, property: Property)], objectID: (type: String, value: String),
        isolation: String, namer: SwiftNamer, access: String
    ) {
        self.access = access
        self.isolation = isolation
        name = namer.snapshotName(of: entity)
        conformances = namer.types(["Codable", "Hashable", "Sendable"])
        className = namer.className(of: entity)
        entityName = SwiftLiteral.comment(entity.name)
        parameter = namer.parameterName(forObjectOf: entity)
        self.objectID = objectID.type
        identity = objectID.value
        accessor = namer.memberName(.snapshot, entity.name, of: entity)
        self.properties = properties.sorted { $0.name < $1.name }.map(\.property)
        codingKeys = []
        codingKeyTypes = namer.types(["String", "CodingKey"])
    }

    /// Whether a snapshot contains the value of an attribute. If the model specifies the type as text, its values might
    /// not be sendable.
    static func holds(_ attribute: Attribute) -> Bool {
        AttributeTypeMapping.supports(attribute.type) && !AttributeTypeMapping.isWritten(attribute)
    }
}

extension SnapshotContext.Property {
    /// Nil if the type of the attribute cannot be part of a snapshot.
    init?(_ attribute: Attribute, of entity: Entity, indexes: PropertyIndexes, namer: SwiftNamer) {
        guard SnapshotContext.holds(attribute) else { return nil }
        let accessor = AttributeContext(attribute, of: entity, indexes: indexes, namer: namer)
        // Nothing is known about a hand-written enum, so the struct contains its stored value.
        let isGenerated = attribute.enumeration.flatMap { namer.cases(ofEnum: $0.typeName) } != nil
        let wrapper = isGenerated ? accessor.wrapper : nil
        name = wrapper?.name ?? accessor.name
        type = wrapper?.type ?? accessor.type
        documentation = accessor.documentation
        value = ".\(name)"
    }

    /// The identities of the destinations.
    init(_ relationship: Relationship, of entity: Entity, objectID: String, namer: SwiftNamer) {
        name = namer.propertyName(relationship.name, of: entity)
        type = relationship.isToMany ? "[\(objectID)]" : "\(objectID)?"
        documentation = DocumentationComment(relationship.userInfo).lines
        value =
            switch (relationship.isToMany, relationship.isOrdered) {
            case (false, _): ".\(name)?.objectID"
            case (true, true): ".\(name).objectIDs"
            // Sorted, so equal relationships have equal snapshots.
            case (true, false): ".\(name).objectIDs.sorted()"
            }
    }
}
