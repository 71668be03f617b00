import ModelSchema

/// An entity in the form of SwiftGen.
struct SwiftGenEntity: TemplateRecord {
    var name: String
    var className: String
    var isAbstract: Bool
    var superEntity: String
    var shouldGenerateCode: Bool
    var userInfo: [String: SwiftGenValue]
    var uniquenessConstraints: [[String]]
    var attributes: [SwiftGenAttribute]
    var relationships: [SwiftGenRelationship]
    var fetchedProperties: [SwiftGenFetchedProperty]

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name in the model."),
        .init("className", \.className, "The class without its module; empty if the model names none."),
        .init("isAbstract", \.isAbstract, "Whether the entity is abstract."),
        .init("superEntity", \.superEntity, "The name of the parent entity; empty if there is none."),
        .init("shouldGenerateCode", \.shouldGenerateCode, "Whether the model tells Xcode not to generate code."),
        .init("userInfo", \.userInfo, "The user info: numbers, flags, and strings."),
        .init("uniquenessConstraints", \.uniquenessConstraints, "The names of the properties of each constraint."),
        .init("attributes", \.attributes, "The attributes, in the order of the file."),
        .init("relationships", \.relationships, "The relationships, in the order of the file."),
        .init("fetchedProperties", \.fetchedProperties, "The fetched properties, in the order of the file."),
    ]

    init(_ entity: Entity, in model: ModelLookup) {
        name = entity.name
        className = Self.className(of: entity)
        isAbstract = entity.isAbstract
        superEntity = entity.parentName ?? ""
        shouldGenerateCode = entity.codeGeneration == nil || entity.codeGeneration == .manual
        userInfo = SwiftGenValue.values(of: entity.userInfo)
        uniquenessConstraints = entity.uniquenessConstraints.map(\.propertyNames)
        attributes = entity.attributes.map { SwiftGenAttribute($0) }
        relationships = entity.relationships.map { SwiftGenRelationship($0) }
        fetchedProperties = entity.fetchedProperties.map { SwiftGenFetchedProperty($0, in: model) }
    }

    /// The class, without the module before the first dot.
    static func className(of entity: Entity) -> String {
        guard let name = entity.representedClassName else { return "" }
        return name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
    }
}
