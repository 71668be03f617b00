import ModelSchema
import StencilTemplates
import SwiftNames

/// The accessors of a to-many relationship.
struct CoreDataCollectionContext: TemplateRecord, Hashable {
    var name: String
    var key: String
    var index: Int
    var selectorPart: String
    var suffix: String
    var destination: String
    var collection: String
    var isOrdered: Bool

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The relationship's name in the model, safe inside a comment."),
        .init("key", \.key, "The relationship's name in the model, as a string literal."),
        .init("index", \.index, "The index of the relationship in the runtime."),
        .init("selectorPart", \.selectorPart, "The name of the relationship in selectors."),
        .init("suffix", \.suffix, "The suffix of `addTo` and `removeFrom` in the names of functions."),
        .init("destination", \.destination, "The class of the destination."),
        .init("collection", \.collection, "The type of several objects."),
        .init("isOrdered", \.isOrdered, "Whether the relationship is ordered."),
    ]

    init(_ relationship: Relationship, of item: CoreDataClass) {
        key = SwiftLiteral.string(relationship.name)
        index = PropertyIndexes(of: item.entity, namer: item.namer).index(ofRelationship: relationship.name)
        name = SwiftLiteral.comment(relationship.name)
        selectorPart = SwiftIdentifier.upperFirst(relationship.name)
        suffix = item.namer.collectionSuffix(relationship, of: item.entity)
        destination = item.destination(relationship.destinationName)
        collection = relationship.isOrdered ? item.types.orderedSet : item.types.set
        isOrdered = relationship.isOrdered
    }
}
