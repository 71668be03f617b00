import ModelSchema
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
        .init("index", \.index, "The place that the runtime gives the relationship."),
        .init("selectorPart", \.selectorPart, "What stands for the relationship in selectors."),
        .init("suffix", \.suffix, "What follows `addTo` and `removeFrom` in the names of functions."),
        .init("destination", \.destination, "The class of the destination."),
        .init("collection", \.collection, "The type of several objects."),
        .init("isOrdered", \.isOrdered, "Whether the relationship keeps an order."),
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
