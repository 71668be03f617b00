import ModelSchema

/// What the template `model` receives.
struct ModelContext: TemplateContext, Hashable {
    static let templateName = "model"
    static let summary = "The model as a Swift value, so that a program needs neither the XML nor a parser."

    struct EntityDescription: TemplateRecord, Hashable {
        var constant: String
        var literal: String

        static let fields: TemplateFields<Self> = [
            .init("constant", \.constant, "The name of the constant that holds the description."),
            .init("literal", \.literal, "The description as a Swift expression."),
        ]
    }

    struct ClassEntry: TemplateRecord, Hashable {
        var entityName: String
        var className: String

        static let fields: TemplateFields<Self> = [
            .init("entityName", \.entityName, "The entity's name in the model, as a string literal."),
            .init("className", \.className, "The class of the entity."),
        ]
    }

    var access: String
    var accessorName: String
    var documentationName: String
    var name: String
    var versionIdentifier: String?
    var schemaName: String
    var entities: [EntityDescription]
    var classes: [ClassEntry]
    var remainingArguments: String
    var types: TypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level with a space after it; empty for internal."),
        .init("accessorName", \.accessorName, "The name of the constant for the whole model."),
        .init("documentationName", \.documentationName, "The model's name, safe inside a comment."),
        .init("name", \.name, "The model's name, as a string literal."),
        .init(
            "versionIdentifier", \.versionIdentifier,
            "The version identifier, as a string literal; nothing where the model has none."),
        .init("schemaName", \.schemaName, "The name of the private type that holds the descriptions of the entities."),
        .init("entities", \.entities, "The entities' descriptions, by name."),
        .init("classes", \.classes, "The entities' classes, by entity name."),
        .init(
            "remainingArguments", \.remainingArguments,
            "The arguments that follow the entities, each with a comma before it."),
        .init("types", \.types, "The library types."),
    ]

    init(_ model: Model, namer: SwiftNamer, access: String) {
        let entities = model.entities.sorted { $0.name < $1.name }
        let schema = SchemaLiteral(namer: namer)
        self.access = access
        accessorName = namer.modelAccessorName
        documentationName = SwiftLiteral.comment(model.name)
        name = SwiftLiteral.string(model.name)
        versionIdentifier = model.versionIdentifier.isEmpty ? nil : SwiftLiteral.string(model.versionIdentifier)
        schemaName = namer.schemaName
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
