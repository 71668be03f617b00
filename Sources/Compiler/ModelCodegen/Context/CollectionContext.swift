import ModelSchema
import StencilTemplates

/// What the template `collection` receives: a to-many relationship with its accessors.
struct CollectionContext: TemplateContext {
    static let templateName = "collection"
    static let summary = "A to-many relationship of an entity, and its accessors."

    var access: String
    var className: String
    var key: String
    var index: Int
    var name: String
    var documentationName: String
    var documentation: [String]
    var destination: String
    var accessorSuffix: String
    var parameter: String
    var collectionParameter: String
    var types: TypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("className", \.className, "The class of the entity."),
        .init("key", \.key, "The relationship's name in the model, as a string literal."),
        .init(
            "index", \.index,
            "The index of the relationship among own and inherited ones, as the runtime counts them."),
        .init("name", \.name, "The name of the property."),
        .init("documentationName", \.documentationName, "The name in the model, safe inside a comment."),
        .init("documentation", \.documentation, "The lines of the doc comment that the user info specifies."),
        .init("destination", \.destination, "The class of the destination."),
        .init("accessorSuffix", \.accessorSuffix, "The suffix of `addTo` and `removeFrom`."),
        .init("parameter", \.parameter, "The name of a parameter for one object."),
        .init("collectionParameter", \.collectionParameter, "The name of a parameter for several objects."),
        .init("types", \.types, "The library types."),
    ]

    /// The to-many relationships that an entity declares itself, by name.
    static func collections(
        of entity: Entity, in model: ModelLookup, namer: SwiftNamer, access: String
    ) -> [any TemplateContext] {
        let indexes = PropertyIndexes(of: entity, namer: namer)
        return entity.relationships.filter(\.isToMany).sorted { $0.name < $1.name }.compactMap { relationship in
            let context = CollectionContext(
                relationship, of: entity, in: model, indexes: indexes, namer: namer, access: access)
            guard relationship.isOrdered else { return context }
            return context.map { OrderedCollectionContext($0, namer: namer) }
        }
    }

    /// Nil if the destination does not exist, which is an error of the model and already reported.
    init?(
        _ relationship: Relationship, of entity: Entity, in model: ModelLookup, indexes: PropertyIndexes,
        namer: SwiftNamer, access: String
    ) {
        guard let destination = relationship.destinationName.flatMap({ model.entity(named: $0) }) else { return nil }
        self.access = access
        className = namer.className(of: entity)
        key = SwiftLiteral.string(relationship.name)
        index = indexes.index(ofRelationship: relationship.name)
        name = namer.propertyName(relationship.name, of: entity)
        documentationName = SwiftLiteral.comment(relationship.name)
        documentation = DocumentationComment(relationship.userInfo).lines
        self.destination = namer.className(of: destination)
        accessorSuffix = namer.collectionSuffix(relationship, of: entity)
        parameter = namer.parameterName(forObjectOf: destination)
        collectionParameter = namer.parameterName(forProperty: relationship.name, of: entity)
        types = TypeNames(namer: namer)
    }
}

/// What the template `ordered-collection` receives: an ordered to-many relationship with its accessors, including those
/// by index.
struct OrderedCollectionContext: TemplateContext {
    static let templateName = "ordered-collection"
    static let summary = "An ordered to-many relationship of an entity, and its accessors, including those by index."

    var collection: CollectionContext
    var index: String
    var indexes: String
    var indexSet: String
    var int: String

    static let fields: TemplateFields<Self> = [
        .init("collection", \.collection, "The relationship, in the form that the template `collection` receives."),
        .init("index", \.index, "The name of a parameter for one index."),
        .init("indexes", \.indexes, "The name of a parameter for several indexes."),
        .init("indexSet", \.indexSet, "Foundation's `IndexSet`."),
        .init("int", \.int, "The standard library's `Int`."),
    ]

    init(_ collection: CollectionContext, namer: SwiftNamer) {
        var collection = collection
        // With the name of its own label, the compiler warns.
        if collection.parameter == "with" { collection.parameter = "object" }
        if collection.collectionParameter == "with" { collection.collectionParameter = "objects" }
        self.collection = collection
        // A different name from the parameter for the objects.
        index = collection.parameter == "index" ? "place" : "index"
        indexes = collection.collectionParameter == "indexes" ? "places" : "indexes"
        indexSet = namer.type("IndexSet", in: .foundation)
        int = namer.type("Int", in: .swift)
    }
}
