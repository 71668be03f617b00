import ModelSchema
import StencilTemplates

/// What the template `swiftdata-schema` receives.
struct SwiftDataSchemaContext: TemplateContext {
    static let templateName = "swiftdata-schema"
    static let summary = "The classes of a model, and the configuration that opens the store that Core Data wrote."

    let expressed: ExpressedModel
    let namer: SwiftNamer
    let access: String
    /// The names of the current version's schema and of the plan; nil for code without versions.
    var versions: (current: String, plan: String)?
    /// The names of the types in the schema of the current version.
    var typeNames: [String] = []
    let availability: String

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("isolation", \.namer.options.isolation.modifier, "`nonisolated` followed by a space, or empty."),
        .init("availability", \.availability, "The attribute for the first platforms with inheritance, or empty."),
        .init("name", \.namer.modelAccessorName, "The name of the enum for the schema."),
        .init("documentationName", { SwiftLiteral.comment($0.model.name) }, "The model's name, safe inside a comment."),
        .init("models", { Self.models(of: $0.model, namer: $0.namer) }, "The classes of the entities, by name."),
        .init(
            "hashes", { SwiftDataHashContext.hashes(of: $0.expressed, namer: $0.namer) },
            "The version hashes of the entities, by name."),
        .init("currentVersion", \.versions?.current, "The schema of the current version; empty without versions."),
        .init("migrationPlan", \.versions?.plan, "The plan for migrating older stores; empty without versions."),
        .init("aliases", \.aliases, "The types of the current version, by name; empty without versions."),
        .init(
            "storeFile", { SwiftLiteral.string($0.model.name + ".sqlite") },
            "The name of the store's file, as a string literal."),
        .init(
            "cloudKitDatabase", { $0.model.isUsedWithCloudKit ? "automatic" : "none" },
            "The case for the CloudKit database of the store."),
        .init("types", { SwiftDataTypeNames(namer: $0.namer) }, "The library types."),
    ]

    private var model: Model { expressed.source.model }

    var aliases: [SwiftDataAliasContext] {
        typeNames.sorted().map { SwiftDataAliasContext(name: $0, type: "\(versions?.current ?? "").\($0)") }
    }

    static func models(of model: Model, namer: SwiftNamer) -> [String] {
        model.entities.sorted { $0.name < $1.name }.map(namer.className)
    }

    static func availability(of model: Model) -> String {
        model.entities.contains { $0.parentName != nil } ? SwiftDataClassContext.inheritanceAvailability : ""
    }

    /// The attribute for the platforms of all versions.
    static func availability(of versions: [SchemaHistory.Version]) -> String {
        versions.map { availability(of: $0.named.model) }.max() ?? ""
    }
}

/// The version hash of an entity in SwiftData code.
struct SwiftDataHashContext: TemplateRecord {
    var entityName: String
    var hash: String

    static let fields: TemplateFields<Self> = [
        .init("entityName", \.entityName, "The entity's name, as a string literal."),
        .init("hash", \.hash, "The version hash in Base64, as a string literal."),
    ]

    /// The hashes of the entities for which Core Data is known to compute the same hash.
    static func hashes(of expressed: ExpressedModel, namer: SwiftNamer) -> [Self] {
        expressed.source.model.entities.sorted { $0.name < $1.name }.compactMap { entity in
            let name = SwiftDataClass.entityName(of: entity, namer: namer)
            guard let changed = expressed.lookup.entity(named: name),
                expressed.lookup.isCoreDataVersionHashKnown(of: changed), let hash = expressed.hashes[name]
            else { return nil }
            return Self(entityName: SwiftLiteral.string(name), hash: SwiftLiteral.string(hash.base64))
        }
    }
}

/// A name for a type of the current version's schema.
struct SwiftDataAliasContext: TemplateRecord {
    var name: String
    var type: String

    static let fields: TemplateFields<Self> = [
        .init("name", \.name, "The name outside the schema."),
        .init("type", \.type, "The type in the schema."),
    ]
}
