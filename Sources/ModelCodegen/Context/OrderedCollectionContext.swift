import ModelSchema

/// What the template `ordered` receives: an ordered to-many relationship with its accessors, those by index too.
struct OrderedCollectionContext: TemplateContext, Hashable {
    static let templateName = "ordered"
    static let summary = "An ordered to-many relationship of an entity, and its accessors, those by index too."

    var collection: CollectionContext
    var index: String
    var indexes: String
    var indexSet: String
    var int: String

    static let fields: TemplateFields<Self> = [
        .init("collection", \.collection, "The relationship, as the template `collection` gets unordered ones."),
        .init("index", \.index, "The name of a parameter that is one place."),
        .init("indexes", \.indexes, "The name of a parameter that is several places."),
        .init("indexSet", \.indexSet, "Foundation's `IndexSet`."),
        .init("int", \.int, "The standard library's `Int`."),
    ]

    init(_ collection: CollectionContext, namer: SwiftNamer) {
        self.collection = collection
        // Other than the name of the objects beside it.
        index = collection.parameter == "index" ? "place" : "index"
        indexes = collection.collectionParameter == "indexes" ? "places" : "indexes"
        indexSet = namer.type("IndexSet", in: .foundation)
        int = namer.type("Int", in: .swift)
    }
}
