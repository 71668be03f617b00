import ModelSchema
import StencilTemplates

/// What the template `swiftdata-version` receives.
struct SwiftDataVersionContext: TemplateContext {
    static let templateName = "swiftdata-version"
    static let summary = "The schema of one version of a model, whose types are declared in extensions of it."

    let version: SchemaHistory.Version
    let access: String

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("isolation", \.namer.options.isolation.modifier, "`nonisolated` followed by a space, or empty."),
        .init(
            "availability", { SwiftDataSchemaContext.availability(of: $0.version.named.model) },
            "The attribute for the first platforms with inheritance, or empty."),
        .init("name", \.version.schemaName, "The name of the enum."),
        .init(
            "documentationName", { SwiftLiteral.comment($0.version.name) },
            "The version's name in the bundle, safe inside a comment."),
        .init(
            "checksumLine", \.checksumLine,
            "The comment with the checksum of the Core Data model, by which the tool recognizes a frozen file."),
        .init(
            "identifier", { $0.version.identifier.map(String.init).joined(separator: ", ") },
            "The numbers of the version, separated by commas."),
        .init(
            "models", { SwiftDataSchemaContext.models(of: $0.version.named.model, namer: $0.namer) },
            "The classes of the entities, by name."),
        .init(
            "hashes", { SwiftDataHashContext.hashes(of: $0.version.expressed, namer: $0.namer) },
            "The version hashes of the entities, by name."),
        .init("types", { SwiftDataTypeNames(namer: $0.namer) }, "The library types."),
    ]

    private var namer: SwiftNamer { version.named.namer }

    var checksumLine: String {
        "Version checksum: \(CoreDataVersionDigest(of: version.expressed.sourceHashes).checksum)"
    }
}

/// What the template `swiftdata-migration-plan` receives.
struct SwiftDataPlanContext: TemplateContext {
    static let templateName = "swiftdata-migration-plan"
    static let summary = "The plan for migrating stores from each version of a model to the next."

    struct Stage: TemplateRecord {
        let step: SchemaHistory.Step

        static let fields: TemplateFields<Self> = [
            .init("from", \.step.from.schemaName, "The schema of the older version."),
            .init("to", \.step.to.schemaName, "The schema of the newer version."),
            .init("isCustom", { !$0.step.obstacles.isEmpty }, "Whether SwiftData cannot infer the migration."),
            .init("migrationName", \.step.migrationName, "The enum with the functions of a custom stage."),
            .init(
                "commentLines", { $0.step.obstacles.map(SwiftLiteral.comment) },
                "The reasons for a custom stage, safe inside comments."),
        ]
    }

    let history: SchemaHistory
    let access: String

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("isolation", \.namer.options.isolation.modifier, "`nonisolated` followed by a space, or empty."),
        .init(
            "availability", { SwiftDataSchemaContext.availability(of: $0.history.planned) },
            "The attribute for the first platforms with inheritance, or empty."),
        .init("name", \.history.planName, "The name of the enum."),
        .init(
            "documentationName", { SwiftLiteral.comment($0.history.current.named.model.name) },
            "The model's name, safe inside a comment."),
        .init("schemas", { $0.history.planned.map(\.schemaName) }, "The schemas of the versions, oldest first."),
        .init("stages", { $0.history.steps.map(Stage.init) }, "The stages between them."),
        .init("types", { SwiftDataTypeNames(namer: $0.namer) }, "The library types."),
    ]

    private var namer: SwiftNamer { history.current.named.namer }
}

/// What the template `swiftdata-migration-stage` receives.
struct SwiftDataStageContext: TemplateContext {
    static let templateName = "swiftdata-migration-stage"
    static let summary = "The file in which you write a custom migration, which the tool writes once."

    let step: SchemaHistory.Step
    let namer: SwiftNamer

    static let fields: TemplateFields<Self> = [
        .init(
            "textLines", \.header.textLines, "The lines of the header text from the options, safe inside comments."),
        .init("imports", \.header.imports, "Whole import lines, in order."),
        .init("isolation", \.namer.options.isolation.modifier, "`nonisolated` followed by a space, or empty."),
        .init(
            "availability", { SwiftDataSchemaContext.availability(of: [$0.step.from, $0.step.to]) },
            "The attribute for the first platforms with inheritance, or empty."),
        .init("name", \.step.migrationName, "The name of the enum."),
        .init(
            "fromName", { SwiftLiteral.comment($0.step.from.name) },
            "The older version's name, safe inside a comment."),
        .init("toName", { SwiftLiteral.comment($0.step.to.name) }, "The newer version's name, safe inside a comment."),
        .init(
            "commentLines", { $0.step.obstacles.map(SwiftLiteral.comment) },
            "The reasons for a custom stage, safe inside comments."),
        .init("types", { SwiftDataTypeNames(namer: $0.namer) }, "The library types."),
    ]

    private var header: HeaderContext {
        HeaderContext(source: "", modules: [("", "SwiftData")], options: namer.options, showsImports: false)
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

    let named: NamedModel
    /// The versions with their schemas; empty for code of a single version.
    let allVersions: [(name: String, schema: String)]

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name of the suite."),
        .init(
            "availability", { SwiftDataSchemaContext.availability(of: $0.named.model) },
            "The attribute for the first platforms with inheritance, or empty."),
        .init("versions", \.versions, "The schemas to test."),
    ]

    var name: String { named.namer.modelAccessorName + "HashTests" }

    var versions: [Version] {
        let single = [(name: named.model.name, schema: named.namer.modelAccessorName)]
        return (allVersions.isEmpty ? single : allVersions).map { version in
            Version(
                name: "hashesOf\(version.schema)",
                title: SwiftLiteral.string("SwiftData computes the version hashes of \(version.name)"),
                schema: version.schema)
        }
    }
}
