import ModelSchema

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
        .init("inverseRelationship", \.inverseRelationship, "The inverse, if the model names one."),
        .init("isIndexed", \.isIndexed, "Whether the relationship has an old-style index."),
        .init("isOptional", \.isOptional, "Whether the relationship can be empty."),
        .init("isTransient", \.isTransient, "Whether the relationship is not stored."),
        .init("isToMany", \.isToMany, "Whether the relationship is to-many."),
        .init("isOrdered", \.isOrdered, "Whether the relationship is ordered."),
        .init("userInfo", \.userInfo, "The user info: numbers, flags, and strings."),
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
