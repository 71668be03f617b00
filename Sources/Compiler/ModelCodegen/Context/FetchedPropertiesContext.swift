import ModelSchema
import StencilTemplates

/// What the template `fetched-properties` receives: the accessors of the fetched properties of an entity.
struct FetchedPropertiesContext: TemplateContext {
    static let templateName = "fetched-properties"
    static let summary = "The accessors of the fetched properties of an entity."

    var access: String
    var className: String
    var properties: [FetchedPropertyContext]

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("className", \.className, "The class of the entity."),
        .init("properties", \.properties, "The fetched properties that the entity declares, by name; at least one."),
    ]

    var exposesRuntime: Bool { false }

    /// Nil for an entity without fetched properties.
    init?(_ entity: Entity, in model: ModelLookup, namer: SwiftNamer, access: String) {
        self.access = access
        className = namer.className(of: entity)
        properties = entity.fetchedProperties.sorted { $0.name < $1.name }.compactMap {
            FetchedPropertyContext($0, of: entity, in: model, namer: namer)
        }
        if properties.isEmpty { return nil }
    }
}

/// A fetched property of an entity.
struct FetchedPropertyContext: TemplateRecord {
    var key: String
    var name: String
    var documentation: [String]
    var destination: String

    static let fields: TemplateFields<Self> = [
        .init("key", \.key, "The property's name in the model, as a string literal."),
        .init("name", \.name, "The name of the property."),
        .init(
            "documentation", \.documentation,
            "The lines of the doc comment: the text from the user info, and the predicate."),
        .init("destination", \.destination, "The class of the fetched objects."),
    ]

    /// Nil if the destination does not exist, which is an error of the model and already reported.
    init?(_ property: FetchedProperty, of entity: Entity, in model: ModelLookup, namer: SwiftNamer) {
        guard let destination = property.fetchRequest.entityName.flatMap({ model.entity(named: $0) }) else {
            return nil
        }
        key = SwiftLiteral.string(property.name)
        name = namer.propertyName(property.name, of: entity)
        let predicate = property.fetchRequest.predicateString.flatMap {
            $0.isEmpty ? nil : ": `\(SwiftLiteral.comment($0))`"
        }
        let written = DocumentationComment(property.userInfo).lines
        documentation =
            written + (written.isEmpty ? [] : ["///"]) + ["/// Fetched again on each access\(predicate ?? "")."]
        self.destination = namer.className(of: destination)
    }
}
