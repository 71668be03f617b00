import ModelSchema
import StencilTemplates

/// What the template `model` receives.
struct ModelContext: TemplateContext {
    static let templateName = "model"
    static let summary = "The model as a Swift value, so a program needs neither the XML nor a parser."

    struct ClassEntry: TemplateRecord {
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
    var schemaText: String
    var classes: [ClassEntry]
    var keyPathStatements: String
    var types: TypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("accessorName", \.accessorName, "The name of the constant for the whole model."),
        .init("documentationName", \.documentationName, "The model's name, safe inside a comment."),
        .init(
            "schemaText", \.schemaText,
            "The parts of the model that a running program needs, as indented lines of a raw string literal."),
        .init("classes", \.classes, "The entities' classes, by entity name."),
        .init(
            "keyPathStatements", \.keyPathStatements,
            "The statements that name the key paths to accessors, indented; empty if there are none."),
        .init("types", \.types, "The library types."),
    ]

    init(_ lookup: ModelLookup, namer: SwiftNamer, access: String) {
        let model = lookup.model
        self.access = access
        accessorName = namer.modelAccessorName
        documentationName = SwiftLiteral.comment(model.name)
        let margin = String(repeating: " ", count: 12)
        schemaText = SchemaTextWriter.lines(of: model).map { margin + $0 }.joined(separator: "\n")
        classes = model.entities.sorted { $0.name < $1.name }.map {
            ClassEntry(entityName: SwiftLiteral.string($0.name), className: namer.className(of: $0))
        }
        keyPathStatements = KeyPathStatements(of: lookup, namer: namer).lines
            .map { String(repeating: " ", count: 8) + $0 }.joined(separator: "\n")
        types = TypeNames(namer: namer)
    }
}
