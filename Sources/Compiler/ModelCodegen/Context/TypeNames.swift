import ModelSchema
import StencilTemplates

/// The names of library types in generated code, qualified if a type of the model hides them.
protocol LibraryTypeNames: TemplateRecord {
    var namer: SwiftNamer { get }
}

extension TemplateField where Record: LibraryTypeNames {
    /// Creates a field for a library type.
    static func type(
        _ name: String, _ typeName: String, in module: SwiftNamer.Module, _ summary: String? = nil
    ) -> Self {
        Self(name, { $0.namer.type(typeName, in: module) }, summary ?? "\(module.owner) `\(typeName)`.")
    }
}

extension SwiftNamer.Module {
    /// The module in descriptions of its types.
    fileprivate var owner: String {
        switch self {
        case .coreData: "Core Data's"
        case .swift: "The standard library's"
        case .foundation: "Foundation's"
        case .objectGraph: "The runtime's"
        case .swiftData: "SwiftData's"
        }
    }
}

/// The names of library types in code for this package's runtime.
struct TypeNames: LibraryTypeNames {
    let namer: SwiftNamer

    static let fields: TemplateFields<Self> = [
        .type("managedObject", "ManagedObject", in: .objectGraph),
        .type("managedObjectContext", "ManagedObjectContext", in: .objectGraph),
        .type("managedObjectModel", "ManagedObjectModel", in: .objectGraph),
        .type("keyPathNames", "KeyPathNames", in: .objectGraph),
        .type("fetchRequest", "FetchRequest", in: .objectGraph), .type("toMany", "ToMany", in: .objectGraph),
        .type("orderedToMany", "OrderedToMany", in: .objectGraph), .type("sequence", "Sequence", in: .swift),
        .type("string", "String", in: .swift), .type("identifiable", "Identifiable", in: .swift),
    ]

    var managedObject: String { namer.type("ManagedObject", in: .objectGraph) }
}

/// The names of library types in code in Xcode's form.
struct CoreDataTypeNames: LibraryTypeNames {
    let namer: SwiftNamer

    static let fields: TemplateFields<Self> = [
        .type("managedObject", "NSManagedObject", in: .coreData),
        .type("managedObjectModel", "NSManagedObjectModel", in: .coreData),
        .type(
            "generatedModels", "GeneratedModels", in: .coreData, "`GeneratedModels`, of this package's module."),
        .type("keyPathNames", "KeyPathNames", in: .coreData, "`KeyPathNames`, of this package's module."),
        .init(
            "fetchRequest", { $0.namer.typeInExpression("NSFetchRequest", in: .coreData) },
            "Core Data's `NSFetchRequest`."), .type("set", "NSSet", in: .foundation),
        .type("orderedSet", "NSOrderedSet", in: .foundation), .type("indexSet", "NSIndexSet", in: .foundation),
        .type("int", "Int", in: .swift), .type("void", "Void", in: .swift),
        .type("identifiable", "Identifiable", in: .swift),
    ]

    var managedObject: String { namer.type("NSManagedObject", in: .coreData) }
    var set: String { namer.type("NSSet", in: .foundation) }
    var orderedSet: String { namer.type("NSOrderedSet", in: .foundation) }
}

/// The names of library types in SwiftData code.
struct SwiftDataTypeNames: LibraryTypeNames {
    let namer: SwiftNamer

    static let fields: TemplateFields<Self> = [
        .type("persistentModel", "PersistentModel", in: .swiftData), .type("schema", "Schema", in: .swiftData),
        .type("modelConfiguration", "ModelConfiguration", in: .swiftData),
        .type("modelContainer", "ModelContainer", in: .swiftData),
        .type("modelContext", "ModelContext", in: .swiftData),
        .type("versionedSchema", "VersionedSchema", in: .swiftData),
        .type("schemaMigrationPlan", "SchemaMigrationPlan", in: .swiftData),
        .type("migrationStage", "MigrationStage", in: .swiftData),
        .type("persistentContainer", "NSPersistentContainer", in: .coreData), .type("string", "String", in: .swift),
        .type("url", "URL", in: .foundation), .type("void", "Void", in: .swift),
    ]
}
