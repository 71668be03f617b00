import ModelSchema
import StencilTemplates

/// What the template `coredata-model` receives.
struct CoreDataModelContext: TemplateContext {
    static let templateName = "coredata-model"
    static let summary =
        "The names that use public imports, as Xcode writes them, and the model itself for platforms "
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
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("declaresAlias", \.declaresAlias, "Whether the file must use a public import."),
        .init(
            "servesAllPlatforms", \.servesAllPlatforms,
            "Whether the code also compiles on platforms without Apple's framework."),
        .init("name", \.name, "The model name as a part of other names."),
        .init("modelKey", \.modelKey, "The model's name, as a string literal."),
        .init(
            "schemaText", \.schemaText,
            "The parts of the model that a running program needs, as indented lines of a raw string literal."),
        .init("classes", \.classes, "The classes of the entities that have one, by entity name."),
        .init(
            "keyPathStatements", \.keyPathStatements,
            "The statements that name the key paths to properties, indented; empty if there are none, or if the "
                + "classes are hand-written."),
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
        let declared = namer.classes.filter { namer.options.declaresProperties(of: $0.entity) }
            .compactMap { CoreDataClass($0.entity, in: lookup, namer: namer) }
        keyPathStatements = KeyPathStatements(of: declared, in: lookup, namer: namer).lines
            .map { String(repeating: " ", count: 8) + $0 }.joined(separator: "\n")
        types = CoreDataTypeNames(namer: namer)
    }
}
