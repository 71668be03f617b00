import ModelSchema
import StencilTemplates

/// What the template `ordered` receives: an ordered to-many relationship with its accessors, including those by index.
struct OrderedCollectionContext: TemplateContext, Hashable {
    static let templateName = "ordered"
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
        self.collection = collection
        // A different name from the parameter for the objects.
        index = collection.parameter == "index" ? "place" : "index"
        indexes = collection.collectionParameter == "indexes" ? "places" : "indexes"
        indexSet = namer.type("IndexSet", in: .foundation)
        int = namer.type("Int", in: .swift)
    }
}
