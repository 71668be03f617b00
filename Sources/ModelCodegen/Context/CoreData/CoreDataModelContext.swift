import ModelSchema
import SchemaText

/// What the template `coredata-model` receives.
struct CoreDataModelContext: TemplateContext, Hashable {
    static let templateName = "coredata-model"
    static let summary =
        "What Xcode writes for a model: names that put its public imports to use; and the model itself, for platforms "
        + "without Apple's framework."

    var access: String
    var declaresAlias: Bool
    var servesAllPlatforms: Bool
    var name: String
    var modelKey: String
    var schemaText: String
    var classes: [ModelContext.ClassEntry]
    var keyPathStatements: String
    var types: CoreDataTypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level with a space after it; empty for internal."),
        .init("declaresAlias", \.declaresAlias, "Whether there is a public import to put to use."),
        .init(
            "servesAllPlatforms", \.servesAllPlatforms,
            "Whether the code compiles on platforms without Apple's framework too."),
        .init("name", \.name, "The model's name as a part of names."),
        .init("modelKey", \.modelKey, "The model's name, as a string literal."),
        .init(
            "schemaText", \.schemaText,
            "What a running program needs to know of the model, as lines for a raw string literal, indented."),
        .init("classes", \.classes, "The classes of the entities that have one, by entity name."),
        .init(
            "keyPathStatements", \.keyPathStatements,
            "The statements that name the key paths to properties, indented; empty where there are none, or the classes are "
                + "written by hand."),
        .init("types", \.types, "The library types."),
    ]

    init(_ lookup: ModelLookup, namer: SwiftNamer, access: String) {
        let model = lookup.model
        self.access = access
        declaresAlias = !access.isEmpty
        servesAllPlatforms = namer.options.platforms == .all
        name = namer.fileStem(ofModel: model.name)
        modelKey = SwiftLiteral.string(model.name)
        let margin = String(repeating: " ", count: 16)
        schemaText = SchemaTextWriter.lines(of: model).map { margin + $0 }.joined(separator: "\n")
        classes = model.entities.filter { $0.className != nil }.sorted { $0.name < $1.name }.map {
            ModelContext.ClassEntry(entityName: SwiftLiteral.string($0.name), className: namer.className(of: $0))
        }
        let declared =
            namer.options.classes == .handwritten
            ? [] : namer.classes.compactMap { CoreDataClass($0.entity, in: lookup, namer: namer) }
        keyPathStatements = KeyPathStatements(of: declared, in: lookup, namer: namer).lines
            .map { String(repeating: " ", count: 8) + $0 }.joined(separator: "\n")
        types = CoreDataTypeNames(namer)
    }
}
