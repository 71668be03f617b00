import ModelSchema

/// What the template `model` receives.
struct ModelContext: TemplateContext, Hashable {
    static let templateName = "model"

    struct EntityDescription: Sendable, Hashable {
        /// The name of the constant that holds the description.
        var constant: String
        /// The description as a Swift expression.
        var literal: String
    }

    struct ClassEntry: Sendable, Hashable {
        var entityName: String
        var className: String
    }

    var access: String
    /// The name of the constant for the whole model.
    var accessorName: String
    /// The model's name, safe inside a comment.
    var documentationName: String
    var name: String
    var versionIdentifier: String?
    var schemaName: String
    /// By entity name.
    var entities: [EntityDescription]
    /// By entity name.
    var classes: [ClassEntry]
    /// The arguments after the entities, each with a comma before it.
    var remainingArguments: String
    var types: TypeNames

    init(_ model: Model, namer: SwiftNamer, access: String) {
        let entities = model.entities.sorted { $0.name < $1.name }
        let schema = SchemaLiteral(namer: namer)
        self.access = access
        accessorName = namer.modelAccessorName(model.name)
        documentationName = SwiftLiteral.comment(model.name)
        name = SwiftLiteral.string(model.name)
        versionIdentifier = model.versionIdentifier.isEmpty ? nil : SwiftLiteral.string(model.versionIdentifier)
        schemaName = namer.schemaName(model.name)
        self.entities = entities.map {
            EntityDescription(constant: namer.entityConstantName($0), literal: schema.expression(for: $0, indent: 4))
        }
        classes = entities.map {
            ClassEntry(entityName: SwiftLiteral.string($0.name), className: namer.className(of: $0))
        }
        remainingArguments = schema.remainingArguments(of: model, indent: 12)
        types = TypeNames(namer)
    }
}
