import ModelSchema
import StencilTemplates
import SwiftNames

/// What the template `coredata-properties` receives.
struct CoreDataPropertiesContext: TemplateContext {
    static let templateName = "coredata-properties"
    static let summary = "The properties of an entity, in the form that Xcode generates."
    /// Xcode writes two empty lines in files of properties, and one in other files.
    static let emptyLinesBefore = 2

    var access: String
    var declaresAlias: Bool
    var isolation: String
    var plainName: String
    var className: String
    var servesAllPlatforms: Bool
    var entityKey: String
    var isRoot: Bool
    var properties: [CoreDataPropertyContext]
    var wrappers: [EnumerationWrapperContext]
    var collections: [CoreDataCollectionContext]
    var types: CoreDataTypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("declaresAlias", \.declaresAlias, "Whether the file must use a public import."),
        .init("isolation", \.isolation, "`nonisolated` followed by a space, or empty."),
        .init("plainName", \.plainName, "The class name as a part of other names."),
        .init("className", \.className, "The class of the entity."),
        .init(
            "servesAllPlatforms", \.servesAllPlatforms,
            "Whether the code also compiles on platforms without Apple's framework."),
        .init("entityKey", \.entityKey, "The entity's name in the model, as a string literal."),
        .init("isRoot", \.isRoot, "Whether the class does not inherit from the class of another entity."),
        .init(
            "properties", \.properties,
            "The properties that the entity declares itself: attributes, then relationships, then fetched properties, "
                + "each in the editor's order."),
        .init("wrappers", \.wrappers, "The properties that read and write a value as a case of an enum."),
        .init("collections", \.collections, "The to-many relationships, in the editor's order."),
        .init("types", \.types, "The library types."),
    ]

    init(_ item: CoreDataClass, access: String, options: GenerationOptions) {
        let entity = item.entity
        let relationships = entity.relationships.sorted { EditorOrder($0.name) < EditorOrder($1.name) }
        let attributes = entity.attributes.sorted { EditorOrder($0.name) < EditorOrder($1.name) }
            .map { CoreDataAttribute($0, of: item, options: options) }
        self.access = access
        declaresAlias = !access.isEmpty
        isolation = options.isolation.modifier
        plainName = item.plainName
        className = item.className
        servesAllPlatforms = options.platforms == .all
        entityKey = SwiftLiteral.string(entity.name)
        isRoot = item.superclassName == nil
        properties =
            attributes.map(\.property) + relationships.map { Self.property($0, of: item, options: options) }
            + entity.fetchedProperties.sorted { EditorOrder($0.name) < EditorOrder($1.name) }
            .map { Self.property($0, of: item, options: options) }
        wrappers = attributes.compactMap(\.wrapper)
        collections = relationships.filter(\.isToMany).map { CoreDataCollectionContext($0, of: item) }
        types = item.types
    }

    private static func property(
        _ relationship: Relationship, of item: CoreDataClass, options: GenerationOptions
    ) -> CoreDataPropertyContext {
        let valueType =
            switch (relationship.isToMany, relationship.isOrdered) {
            case (false, _): item.destination(relationship.destinationName)
            case (true, false): item.types.set
            case (true, true): item.types.orderedSet
            }
        let isOptional = options.optionality == .xcode || relationship.isOptional
        return CoreDataPropertyContext(
            relationship.name, name: item.namer.propertyName(relationship.name, of: item.entity),
            type: isOptional ? SwiftTypeText.optional(of: valueType) : valueType,
            access: CoreDataAccess.relationship(
                relationship, isOptional: isOptional, of: item.entity, namer: item.namer))
    }

    /// The result of a fetch is an array and never nil.
    private static func property(
        _ property: FetchedProperty, of item: CoreDataClass, options: GenerationOptions
    ) -> CoreDataPropertyContext {
        let type = "[\(item.destination(property.fetchRequest.entityName))]"
        return CoreDataPropertyContext(
            property.name, name: item.namer.propertyName(property.name, of: item.entity),
            type: options.optionality == .xcode ? SwiftTypeText.optional(of: type) : type,
            access: "fetchedProperty: \(SwiftLiteral.string(property.name))", isReadOnly: true)
    }
}

/// The accessors of a to-many relationship.
struct CoreDataCollectionContext: TemplateRecord {
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

/// The order of names in Xcode's editor, which ignores case and compares numbers by their value.
///
/// Source: 12,413 of 12,416 lists of properties in public models are in this order.
struct EditorOrder: Comparable {
    private enum Part: Comparable {
        case number(length: Int, digits: String)
        case text(String)
    }

    private let name: String
    private let parts: [Part]

    init(_ name: String) {
        self.name = name
        var parts: [Part] = []
        var rest = name.lowercased()[...]
        while let first = rest.first {
            let isNumber = first.isASCII && first.isNumber
            let run = rest.prefix { ($0.isASCII && $0.isNumber) == isNumber }
            rest = rest[run.endIndex...]
            if isNumber {
                // Without leading zeros, the longer number is greater.
                let digits = run.drop { $0 == "0" }
                parts.append(.number(length: digits.count, digits: String(digits)))
            } else {
                parts.append(.text(String(run)))
            }
        }
        self.parts = parts
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.parts == right.parts { return left.name < right.name }
        return left.parts.lexicographicallyPrecedes(right.parts)
    }
}
