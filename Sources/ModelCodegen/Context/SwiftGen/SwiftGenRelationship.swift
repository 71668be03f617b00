import ModelSchema

/// A relationship as SwiftGen sees it.
struct SwiftGenRelationship: TemplateRecord {
    /// The other side of a relationship.
    struct Inverse: TemplateRecord {
        var name: String
        var entityName: String

        static let fields: TemplateFields<Self> = [
            .init("name", \.name, "The name of the inverse relationship."),
            .init("entityName", \.entityName, "The entity that has it."),
        ]
    }

    var name: String
    var propertyType: String
    var destinationEntity: String
    var inverseRelationship: Inverse?
    var isIndexed: Bool
    var isOptional: Bool
    var isTransient: Bool
    var isToMany: Bool
    var isOrdered: Bool
    var userInfo: [String: SwiftGenValue]

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name in the model."),
        .init("propertyType", \.propertyType, "`relationship`."),
        .init("destinationEntity", \.destinationEntity, "The name of the entity at the other end."),
        .init("inverseRelationship", \.inverseRelationship, "The other side, where the model names one."),
        .init("isIndexed", \.isIndexed, "Whether the relationship has an index of the old kind."),
        .init("isOptional", \.isOptional, "Whether there may be no object at the other end."),
        .init("isTransient", \.isTransient, "Whether the relationship is not stored."),
        .init("isToMany", \.isToMany, "Whether there may be many objects at the other end."),
        .init("isOrdered", \.isOrdered, "Whether those have an order."),
        .init("userInfo", \.userInfo, "The user info: numbers, flags and texts."),
    ]

    init(_ relationship: Relationship) {
        name = relationship.name
        propertyType = "relationship"
        destinationEntity = relationship.destinationName ?? ""
        inverseRelationship = relationship.inverseName.map { name in
            Inverse(name: name, entityName: relationship.inverseEntityName ?? relationship.destinationName ?? "")
        }
        isIndexed = relationship.isIndexed
        isOptional = relationship.isOptional
        isTransient = relationship.isTransient
        isToMany = relationship.isToMany
        isOrdered = relationship.isOrdered
        userInfo = SwiftGenValue.values(of: relationship.userInfo)
    }
}
