import ModelSchema
import StencilTemplates

/// What the template `swiftdata-version` receives.
struct SwiftDataVersionContext: TemplateContext {
    static let templateName = "swiftdata-version"
    static let summary = "The schema of one version of a model, whose types are declared in extensions of it."

    var access: String
    var isolation: String
    var availability: String
    var name: String
    var documentationName: String
    var checksumLine: String
    var identifier: String
    var models: [String]
    var hashes: [SwiftDataHashContext]
    var types: SwiftDataTypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("isolation", \.isolation, "`nonisolated` followed by a space, or empty."),
        .init("availability", \.availability, "The attribute for the first platforms with inheritance, or empty."),
        .init("name", \.name, "The name of the enum."),
        .init("documentationName", \.documentationName, "The version's name in the bundle, safe inside a comment."),
        .init(
            "checksumLine", \.checksumLine,
            "The comment with the checksum of the Core Data model, by which the tool recognizes a frozen file."),
        .init("identifier", \.identifier, "The numbers of the version, separated by commas."),
        .init("models", \.models, "The classes of the entities, by name."),
        .init("hashes", \.hashes, "The version hashes of the entities, by name."),
        .init("types", \.types, "The library types."),
    ]

    init(_ version: SchemaHistory.Version, access: String) {
        let namer = version.named.namer
        self.access = access
        isolation = namer.options.isolation.modifier
        availability = SwiftDataSchemaContext.availability(of: version.named.model)
        name = version.schemaName
        documentationName = SwiftLiteral.comment(version.name)
        checksumLine = Self.checksumLine(of: version)
        identifier = version.identifier.map(String.init).joined(separator: ", ")
        models = SwiftDataSchemaContext.models(of: version.named.model, namer: namer)
        hashes = SwiftDataHashContext.hashes(of: version.expressed, namer: namer)
        types = SwiftDataTypeNames(namer)
    }

    static func checksumLine(of version: SchemaHistory.Version) -> String {
        "Version checksum: \(CoreDataVersionDigest(of: version.expressed.sourceHashes).checksum)"
    }
}

/// What the template `swiftdata-plan` receives.
struct SwiftDataPlanContext: TemplateContext {
    static let templateName = "swiftdata-plan"
    static let summary = "The plan for migrating stores from each version of a model to the next."

    struct Stage: TemplateRecord {
        var from: String
        var to: String
        var isCustom: Bool
        var migrationName: String
        var commentLines: [String]

        static let fields: TemplateFields<Self> = [
            .init("from", \.from, "The schema of the older version."),
            .init("to", \.to, "The schema of the newer version."),
            .init("isCustom", \.isCustom, "Whether SwiftData cannot infer the migration."),
            .init("migrationName", \.migrationName, "The enum with the functions of a custom stage."),
            .init("commentLines", \.commentLines, "The reasons for a custom stage, safe inside comments."),
        ]
    }

    var access: String
    var isolation: String
    var availability: String
    var name: String
    var documentationName: String
    var schemas: [String]
    var stages: [Stage]
    var types: SwiftDataTypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("isolation", \.isolation, "`nonisolated` followed by a space, or empty."),
        .init("availability", \.availability, "The attribute for the first platforms with inheritance, or empty."),
        .init("name", \.name, "The name of the enum."),
        .init("documentationName", \.documentationName, "The model's name, safe inside a comment."),
        .init("schemas", \.schemas, "The schemas of the versions, oldest first."),
        .init("stages", \.stages, "The stages between them."),
        .init("types", \.types, "The library types."),
    ]

    init(_ history: SchemaHistory, access: String) {
        let namer = history.current.named.namer
        self.access = access
        isolation = namer.options.isolation.modifier
        availability = Self.availability(of: history)
        name = history.planName
        documentationName = SwiftLiteral.comment(history.current.named.model.name)
        schemas = history.planned.map(\.schemaName)
        stages = history.steps.map { step in
            Stage(
                from: step.from.schemaName, to: step.to.schemaName, isCustom: !step.obstacles.isEmpty,
                migrationName: step.migrationName, commentLines: step.obstacles.map(SwiftLiteral.comment))
        }
        types = SwiftDataTypeNames(namer)
    }

    /// The plan needs the platforms of each of its versions.
    static func availability(of history: SchemaHistory) -> String {
        history.planned.map { SwiftDataSchemaContext.availability(of: $0.named.model) }.max() ?? ""
    }
}

/// What the template `swiftdata-stage` receives.
struct SwiftDataStageContext: TemplateContext {
    static let templateName = "swiftdata-stage"
    static let summary = "The file in which you write a custom migration, which the tool writes once."

    var textLines: [String]
    var imports: [String]
    var isolation: String
    var availability: String
    var name: String
    var fromName: String
    var toName: String
    var commentLines: [String]
    var types: SwiftDataTypeNames

    static let fields: TemplateFields<Self> = [
        .init("textLines", \.textLines, "The lines of the header text from the options, safe inside comments."),
        .init("imports", \.imports, "Whole import lines, in order."),
        .init("isolation", \.isolation, "`nonisolated` followed by a space, or empty."),
        .init("availability", \.availability, "The attribute for the first platforms with inheritance, or empty."),
        .init("name", \.name, "The name of the enum."),
        .init("fromName", \.fromName, "The older version's name, safe inside a comment."),
        .init("toName", \.toName, "The newer version's name, safe inside a comment."),
        .init("commentLines", \.commentLines, "The reasons for a custom stage, safe inside comments."),
        .init("types", \.types, "The library types."),
    ]

    init(_ step: SchemaHistory.Step, namer: SwiftNamer) {
        let header = HeaderContext(
            source: "", modules: [("", "SwiftData")], options: namer.options, showsImports: false)
        (textLines, imports) = (header.textLines, header.imports)
        isolation = namer.options.isolation.modifier
        availability = [step.from, step.to].map { SwiftDataSchemaContext.availability(of: $0.named.model) }.max() ?? ""
        name = step.migrationName
        fromName = SwiftLiteral.comment(step.from.name)
        toName = SwiftLiteral.comment(step.to.name)
        commentLines = step.obstacles.map(SwiftLiteral.comment)
        types = SwiftDataTypeNames(namer)
    }
}

/// What the template `swiftdata-hash-tests` receives.
struct SwiftDataHashTestsContext: TemplateContext {
    static let templateName = "swiftdata-hash-tests"
    static let summary = "A test, for Apple's platforms, that SwiftData computes the version hashes of the model."

    struct Version: TemplateRecord {
        var name: String
        var title: String
        var schema: String

        static let fields: TemplateFields<Self> = [
            .init("name", \.name, "The name of the test's function."),
            .init("title", \.title, "The title of the test, as a string literal."),
            .init("schema", \.schema, "The schema to test."),
        ]
    }

    var name: String
    var availability: String
    var versions: [Version]

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name of the suite."),
        .init("availability", \.availability, "The attribute for the first platforms with inheritance, or empty."),
        .init("versions", \.versions, "The schemas to test."),
    ]

    /// - Parameter versions: The versions with their schemas; empty for code of a single version.
    init(_ named: NamedModel, versions: [(name: String, schema: String)]) {
        name = named.namer.modelAccessorName + "HashTests"
        availability = SwiftDataSchemaContext.availability(of: named.model)
        let single = [(name: named.model.name, schema: named.namer.modelAccessorName)]
        self.versions = (versions.isEmpty ? single : versions).map { version in
            Version(
                name: "hashesOf\(version.schema)",
                title: SwiftLiteral.string("SwiftData computes the version hashes of \(version.name)"),
                schema: version.schema)
        }
    }
}
