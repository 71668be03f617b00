import ModelSchema
import StencilTemplates

/// An entity in the form of SwiftGen.
struct SwiftGenEntity: TemplateRecord {
    let entity: Entity
    let model: ModelLookup

    static let fields: TemplateFields<Self> = [
        .init("name", \.entity.name, "The name in the model."),
        .init("className", \.className, "The class without its module; empty if the model names none."),
        .init("isAbstract", \.entity.isAbstract, "Whether the entity is abstract."),
        .init("superEntity", { $0.entity.parentName ?? "" }, "The name of the parent entity; empty if there is none."),
        .init("shouldGenerateCode", \.shouldGenerateCode, "Whether the model tells Xcode not to generate code."),
        .init("userInfo", { SwiftGenValue.values(of: $0.entity.userInfo) }, userInfoSummary),
        .init(
            "uniquenessConstraints", { $0.entity.uniquenessConstraints.map(\.propertyNames) },
            "The names of the properties of each constraint."),
        .init(
            "attributes", { $0.entity.attributes.map(SwiftGenAttribute.init) },
            "The attributes, in the order of the file."),
        .init(
            "relationships", { $0.entity.relationships.map(SwiftGenRelationship.init) },
            "The relationships, in the order of the file."),
        .init("fetchedProperties", \.fetchedProperties, "The fetched properties, in the order of the file."),
    ]

    /// The class, without the module before the first dot.
    var className: String {
        guard let name = entity.representedClassName else { return "" }
        return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
    }

    private var shouldGenerateCode: Bool { entity.codeGeneration == nil || entity.codeGeneration == .manual }

    private var fetchedProperties: [SwiftGenFetchedProperty] {
        entity.fetchedProperties.map { SwiftGenFetchedProperty(property: $0, model: model) }
    }
}

/// An attribute in the form of SwiftGen.
struct SwiftGenAttribute: TemplateRecord {
    let attribute: Attribute

    static let fields: TemplateFields<Self> = [
        .init("name", \.attribute.name, "The name in the model."),
        .init("propertyType", { _ in "attribute" }, "`attribute`."),
        .init("type", \.attribute.type.rawValue, "The type as written in the model file: `Integer 32`."),
        .init(
            "typeName", \.attribute.swiftGenTypeName,
            "The type in code: `Int32`, or `NSNumber` if it is not a scalar."),
        .init(
            "customClassName", { $0.attribute.customTypeName ?? "" },
            "The class of a transformable value; empty if there is none."),
        .init("isDerived", \.attribute.isDerived, "Whether the store computes the value."),
        .init("isIndexed", \.attribute.isIndexed, "Whether the attribute has an old-style index."),
        .init("isOptional", \.attribute.isOptional, "Whether the value can be missing."),
        .init("isTransient", \.attribute.isTransient, "Whether the value is not stored."),
        .init("usesScalarValueType", { $0.attribute.usesScalarValueType == true }, "Whether numbers are scalars."),
        .init("userInfo", { SwiftGenValue.values(of: $0.attribute.userInfo) }, userInfoSummary),
    ]
}

extension Attribute {
    /// The type in code, with SwiftGen's names.
    var swiftGenTypeName: String {
        let isScalar = usesScalarValueType == true
        return switch type {
        case .integer16: isScalar ? "Int16" : "NSNumber"
        case .integer32: isScalar ? "Int32" : "NSNumber"
        case .integer64: isScalar ? "Int64" : "NSNumber"
        case .double: isScalar ? "Double" : "NSNumber"
        case .float: isScalar ? "Float" : "NSNumber"
        case .boolean: isScalar ? "Bool" : "NSNumber"
        case .decimal: "NSDecimalNumber"
        case .date: "Date"
        case .string: "String"
        case .binary: "Data"
        case .uuid: "UUID"
        case .uri: "URL"
        case .objectID: "NSManagedObjectID"
        case .composite: "[String: Any]"
        case .transformable, .undefined: customTypeName ?? "AnyObject"
        }
    }
}

/// A relationship in the form of SwiftGen.
struct SwiftGenRelationship: TemplateRecord {
    /// The inverse of a relationship.
    struct Inverse: TemplateRecord {
        var name: String
        var entityName: String

        static let fields: TemplateFields<Self> = [
            .init("name", \.name, "The name of the inverse relationship."),
            .init("entityName", \.entityName, "The entity that has it."),
        ]
    }

    let relationship: Relationship

    static let fields: TemplateFields<Self> = [
        .init("name", \.relationship.name, "The name in the model."),
        .init("propertyType", { _ in "relationship" }, "`relationship`."),
        .init("destinationEntity", \.destinationEntity, "The name of the entity at the other end."),
        .init("inverseRelationship", \.inverse, "The inverse, if the model names one."),
        .init("isIndexed", \.relationship.isIndexed, "Whether the relationship has an old-style index."),
        .init("isOptional", \.relationship.isOptional, "Whether the relationship can be empty."),
        .init("isTransient", \.relationship.isTransient, "Whether the relationship is not stored."),
        .init("isToMany", \.relationship.isToMany, "Whether the relationship is to-many."),
        .init("isOrdered", \.relationship.isOrdered, "Whether the relationship is ordered."),
        .init("userInfo", { SwiftGenValue.values(of: $0.relationship.userInfo) }, userInfoSummary),
    ]

    private var destinationEntity: String { relationship.destinationName ?? "" }

    private var inverse: Inverse? {
        relationship.inverseName.map {
            Inverse(name: $0, entityName: relationship.inverseEntityName ?? destinationEntity)
        }
    }
}

/// A fetched property in the form of SwiftGen.
struct SwiftGenFetchedProperty: TemplateRecord {
    let property: FetchedProperty
    let model: ModelLookup

    static let fields: TemplateFields<Self> = [
        .init("name", \.property.name, "The name in the model."),
        .init("propertyType", { _ in "fetchedProperty" }, "`fetchedProperty`."),
        .init("isOptional", \.property.isOptional, "Whether the property is optional in the model."),
        .init(
            "fetchRequest", { SwiftGenFetchRequest(request: $0.property.fetchRequest, model: $0.model) },
            "The fetch request."),
        .init("userInfo", { SwiftGenValue.values(of: $0.property.userInfo) }, userInfoSummary),
    ]
}

private let userInfoSummary = "The user info: numbers, flags, and strings."

/// A fetch request in the form of SwiftGen.
struct SwiftGenFetchRequest: TemplateRecord {
    let request: FetchRequestTemplate
    let model: ModelLookup

    static let fields: TemplateFields<Self> = [
        .init("name", \.request.name, "The name in the model."),
        .init("entity", { $0.request.entityName ?? "" }, "The name of the fetched entity."),
        .init("predicateString", { $0.request.predicateString ?? "" }, "The predicate, in predicate format."),
        .init("resultType", \.resultType, "`Object`, `Object ID` or `Dictionary`."),
        .init("fetchLimit", \.request.fetchLimit, "The maximum number of results; 0 for all."),
        .init("fetchBatchSize", \.request.fetchBatchSize, "The number of objects to fetch at a time; 0 for all."),
        .init(
            "includeSubentities", { $0.request.includesSubentities ?? true },
            "Whether the fetch includes objects of child entities."),
        .init(
            "includePropertyValues", { $0.request.includesPropertyValues ?? true },
            "Whether the fetch includes values."),
        .init(
            "includesPendingChanges", { $0.request.includesPendingChanges ?? true },
            "Whether the fetch includes unsaved changes."),
        .init(
            "returnsObjectsAsFaults", { $0.request.returnsObjectsAsFaults ?? true },
            "Whether the fetch returns faults."),
        .init(
            "returnDistinctResults", { $0.request.returnsDistinctResults ?? false },
            "Whether the fetch returns only distinct results."),
        .init(
            "substitutionVariables", { SwiftGenVariables.types(of: $0.request, in: $0.model) },
            "The types of the predicate's variables, by name."),
    ]

    private var resultType: String {
        switch request.resultType {
        case .objects, .count: "Object"
        case .objectIDs: "Object ID"
        case .dictionaries: "Dictionary"
        }
    }
}
