import ModelSchema
import StencilTemplates

/// What the template `swiftdata-schema` receives.
struct SwiftDataSchemaContext: TemplateContext {
    static let templateName = "swiftdata-schema"
    static let summary = "The classes of a model, and the configuration that opens the store that Core Data wrote."

    var access: String
    var isolation: String
    var availability: String
    var name: String
    var documentationName: String
    var models: [String]
    var hashes: [SwiftDataHashContext]
    var currentVersion: String?
    var migrationPlan: String?
    var aliases: [SwiftDataAliasContext]
    var storeFile: String
    var cloudKitDatabase: String
    var types: SwiftDataTypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("isolation", \.isolation, "`nonisolated` followed by a space, or empty."),
        .init("availability", \.availability, "The attribute for the first platforms with inheritance, or empty."),
        .init("name", \.name, "The name of the enum for the schema."),
        .init("documentationName", \.documentationName, "The model's name, safe inside a comment."),
        .init("models", \.models, "The classes of the entities, by name."),
        .init("hashes", \.hashes, "The version hashes of the entities, by name."),
        .init("currentVersion", \.currentVersion, "The schema of the current version; empty without versions."),
        .init("migrationPlan", \.migrationPlan, "The plan for migrating older stores; empty without versions."),
        .init("aliases", \.aliases, "The types of the current version, by name; empty without versions."),
        .init("storeFile", \.storeFile, "The name of the store's file, as a string literal."),
        .init("cloudKitDatabase", \.cloudKitDatabase, "The case for the CloudKit database of the store."),
        .init("types", \.types, "The library types."),
    ]

    /// - Parameters:
    ///   - versions: The names of the current version's schema and of the plan; nil for code without versions.
    ///   - aliases: The names of the types in the schema of the current version.
    ///   - availability: The attribute for platforms; nil for the one that the model needs.
    init(
        _ expressed: ExpressedModel, namer: SwiftNamer, access: String,
        versions: (current: String, plan: String)? = nil, aliases: [String] = [], availability: String? = nil
    ) {
        let model = expressed.source.model
        self.access = access
        isolation = namer.options.isolation.modifier
        self.availability = availability ?? Self.availability(of: model)
        name = namer.modelAccessorName
        documentationName = SwiftLiteral.comment(model.name)
        models = Self.models(of: model, namer: namer)
        hashes = SwiftDataHashContext.hashes(of: expressed, namer: namer)
        currentVersion = versions?.current
        migrationPlan = versions?.plan
        self.aliases = aliases.sorted().map { name in
            SwiftDataAliasContext(name: name, type: "\(versions?.current ?? "").\(name)")
        }
        storeFile = SwiftLiteral.string(model.name + ".sqlite")
        cloudKitDatabase = model.isUsedWithCloudKit ? "automatic" : "none"
        types = SwiftDataTypeNames(namer)
    }

    static func models(of model: Model, namer: SwiftNamer) -> [String] {
        model.entities.sorted { $0.name < $1.name }.map(namer.className)
    }

    static func availability(of model: Model) -> String {
        model.entities.contains { $0.parentName != nil } ? SwiftDataClassContext.inheritanceAvailability : ""
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

/// The names of library types in SwiftData code, qualified if a type of the model hides them.
struct SwiftDataTypeNames: TemplateRecord {
    var persistentModel: String
    var schema: String
    var modelConfiguration: String
    var modelContainer: String
    var modelContext: String
    var versionedSchema: String
    var schemaMigrationPlan: String
    var migrationStage: String
    var persistentContainer: String
    var string: String
    var url: String
    var void: String

    static let fields: TemplateFields<Self> = [
        .init("persistentModel", \.persistentModel, "`PersistentModel`."),
        .init("schema", \.schema, "`Schema`."),
        .init("modelConfiguration", \.modelConfiguration, "`ModelConfiguration`."),
        .init("modelContainer", \.modelContainer, "`ModelContainer`."),
        .init("modelContext", \.modelContext, "`ModelContext`."),
        .init("versionedSchema", \.versionedSchema, "`VersionedSchema`."),
        .init("schemaMigrationPlan", \.schemaMigrationPlan, "`SchemaMigrationPlan`."),
        .init("migrationStage", \.migrationStage, "`MigrationStage`."),
        .init("persistentContainer", \.persistentContainer, "Core Data's `NSPersistentContainer`."),
        .init("string", \.string, "The standard library's `String`."),
        .init("url", \.url, "Foundation's `URL`."),
        .init("void", \.void, "The standard library's `Void`."),
    ]

    init(_ namer: SwiftNamer) {
        persistentModel = namer.type("PersistentModel", in: .swiftData)
        schema = namer.type("Schema", in: .swiftData)
        modelConfiguration = namer.type("ModelConfiguration", in: .swiftData)
        modelContainer = namer.type("ModelContainer", in: .swiftData)
        modelContext = namer.type("ModelContext", in: .swiftData)
        versionedSchema = namer.type("VersionedSchema", in: .swiftData)
        schemaMigrationPlan = namer.type("SchemaMigrationPlan", in: .swiftData)
        migrationStage = namer.type("MigrationStage", in: .swiftData)
        persistentContainer = namer.type("NSPersistentContainer", in: .coreData)
        string = namer.type("String", in: .swift)
        url = namer.type("URL", in: .foundation)
        void = namer.type("Void", in: .swift)
    }
}
