// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Targets in a folder of `Sources` or `Tests`, each in a folder of its own name unless it says otherwise.
func folder(_ folder: String, _ targets: Target...) -> [Target] {
    for target in targets {
        target.path = target.path ?? "\(folder)/\(target.name)"
        let isSwift =
            ![.system, .plugin].contains(target.type) && !["CTemplates", "CStudioPage"].contains(target.name)
        if isSwift { target.swiftSettings = settings }
    }
    return targets
}

/// A program that shows compiler and runtime at work, in a folder of `Sources/Examples`.
func example(_ name: String, in folder: String, store: Target.Dependency = "JSONStore", resources: [Resource] = [])
    -> Target
{
    .executableTarget(
        name: name,
        dependencies: ["ObjectGraph", store, .product(name: "ArgumentParser", package: "swift-argument-parser")],
        path: "Sources/Examples/\(folder)", exclude: ["README.md"], resources: resources, plugins: ["ModelGenPlugin"])
}

// Read from top to bottom: a target imports only targets above it, and on its own floor only those before it.

// Libraries of the system.
let system = folder(
    "Sources/System",
    .systemLibrary(
        name: "CZLib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
        name: "CLibXML2", pkgConfig: "libxml-2.0",
        providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
        name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
        name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]))

// What every part may use: files, text, the names and tokens of Swift, JSON.
let shared = folder(
    "Sources/Shared",
    .target(name: "StructuredText"),
    .target(name: "FileAccess"),
    .target(name: "SwiftNames"),
    .target(name: "JSONTokens"))

// What a model is, in memory and as Core Data loads it.
let model = folder(
    "Sources/Model",
    .target(name: "ModelSchema"),
    .target(
        name: "ModelDiagnostics", dependencies: ["ModelSchema"]),
    .target(
        name: "ModelExpressions", dependencies: ["ModelSchema", "ModelDiagnostics"]),
    .target(name: "MappingModels", dependencies: ["ModelSchema", "ModelExpressions"]),
    .target(
        name: "CompiledModels",
        dependencies: ["CZLib", "ModelSchema", "FileAccess", "ModelExpressions", "MappingModels"]))

// From a model's files to Swift.
let compiler = folder(
    "Sources/Compiler",
    .target(
        name: "XCDataModel",
        dependencies: ["CLibXML2", "ModelSchema", "FileAccess", "ModelDiagnostics"]),
    .target(
        name: "ModelValidation",
        dependencies: ["ModelSchema", "ModelDiagnostics", "ModelExpressions", "SwiftNames"]),
    .target(
        name: "ModelEvolution",
        dependencies: ["ModelSchema", "ModelDiagnostics"]),
    .target(name: "CTemplates"),
    .target(name: "StencilTemplates", dependencies: ["ModelDiagnostics"]),
    .target(
        name: "ModelCodegen",
        dependencies: [
            "FileAccess", "ModelSchema", "ModelDiagnostics", "ModelExpressions", "SwiftNames", "CTemplates",
            "StencilTemplates",
        ]),
    .target(
        name: "ModelConfiguration",
        dependencies: [
            "FileAccess", "ModelDiagnostics", "ModelValidation", "ModelEvolution", "ModelCodegen",
            .product(name: "Yams", package: "Yams"),
        ]),
    .target(
        name: "GeneratedOutput", dependencies: ["FileAccess", "ModelDiagnostics", "ModelCodegen"]),
    .target(
        name: "ModelCompiler",
        dependencies: [
            "FileAccess", "SwiftNames", "ModelSchema", "ModelDiagnostics", "XCDataModel", "ModelValidation",
            "ModelEvolution", "ModelConfiguration", "StencilTemplates", "ModelCodegen", "GeneratedOutput",
        ]),
    // From here on, what only commands need.
    .target(
        name: "CompiledModelWriting",
        dependencies: ["ModelSchema", "ModelExpressions", "MappingModels", "CompiledModels", "XCDataModel"]),
    .target(
        name: "ModelText",
        dependencies: ["ModelSchema", "StructuredText", "ModelDiagnostics", "XCDataModel", "ModelConfiguration"]),
    .target(
        name: "ModelProjects",
        dependencies: [
            "StructuredText", "FileAccess", "ModelSchema", "ModelDiagnostics", "ModelExpressions", "MappingModels",
            "CompiledModels", "XCDataModel", "ModelValidation", "ModelEvolution", "StencilTemplates", "ModelCodegen",
            "ModelConfiguration", "GeneratedOutput", "ModelCompiler", "CompiledModelWriting", "ModelText",
        ]))

// What programs see of their objects, and what stores and the runtime agree on.
let runtime = folder(
    "Sources/Runtime",
    .target(
        name: "StoreProtocol",
        dependencies: [
            "ModelSchema", "ModelDiagnostics", "ModelExpressions",
            .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Observability"])),
            .product(
                name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Observability"])),
        ]),
    .target(
        name: "ColumnEngine", dependencies: ["ModelSchema", "ModelExpressions", "StoreProtocol"]),
    .target(
        name: "ObjectGraph",
        dependencies: [
            "ModelSchema", "ModelDiagnostics", "ModelExpressions", "StoreProtocol", "ColumnEngine",
        ]))

// Where objects are stored, and how stores migrate.
let stores = folder(
    "Sources/Stores",
    .target(
        name: "StoreMigration",
        dependencies: [
            "ModelSchema", "FileAccess", "ModelExpressions", "MappingModels", "ColumnEngine", "ObjectGraph",
            .product(name: "Logging", package: "swift-log"),
        ]),
    .target(
        name: "JSONStore",
        dependencies: [
            "StructuredText", "ModelSchema", "FileAccess", "ColumnEngine", "ObjectGraph",
            "StoreMigration", "JSONTokens",
            .product(name: "Logging", package: "swift-log"),
        ]),
    .target(
        name: "SQLStore",
        dependencies: ["ModelSchema", "ModelExpressions", "StoreProtocol", "ColumnEngine", "StoreMigration"]),
    .target(
        name: "SQLiteStore",
        dependencies: [
            "CSQLite", "ModelSchema", "FileAccess", "ModelExpressions", "CompiledModels",
            "ObjectGraph", "StoreMigration", "SQLStore",
            .product(name: "Logging", package: "swift-log"),
        ]),
    .target(
        name: "PostgreSQLStore",
        dependencies: [
            "CPostgreSQL", "FileAccess", "ModelSchema", "ModelExpressions", "ObjectGraph", "StoreMigration", "SQLStore",
            "JSONTokens",
            .product(name: "Logging", package: "swift-log"),
        ]),
    .target(
        name: "StoreConformance", dependencies: ["ModelSchema", "ModelExpressions", "ObjectGraph"]))

// Core Data's names on platforms without Apple's framework.
let coreData = folder(
    "Sources",
    .target(
        name: "CoreData",
        dependencies: [
            "ModelSchema", "FileAccess", "ModelExpressions", "MappingModels",
            "CompiledModels", "ObjectGraph", "StoreMigration", "JSONStore", "SQLiteStore", "JSONTokens",
        ],
        exclude: ["README.md"]))

// The programs, and what they have in common.
let tools = folder(
    "Sources/Tools",
    .target(name: "ModelDiagrams", dependencies: ["ModelSchema", "StructuredText"]),
    .target(
        name: "CommandArguments",
        dependencies: [
            "FileAccess", "ModelDiagnostics", "ModelConfiguration", "ModelCompiler",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ]),
    // Sources of apps for Apple's platforms, made to compile elsewhere.
    .target(name: "SourcePorting", dependencies: ["SwiftNames"]),
    .executableTarget(
        name: "modelgen",
        dependencies: [
            "ModelSchema", "StructuredText", "FileAccess", "ModelDiagnostics", "ModelProjects", "XCDataModel",
            "ModelText", "ModelDiagrams", "ModelConfiguration", "StencilTemplates", "ModelCodegen", "GeneratedOutput",
            "ModelCompiler", "ModelValidation", "ModelEvolution", "MappingModels", "CompiledModels",
            "CompiledModelWriting", "CommandArguments", "SourcePorting",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ]),
    // What the build tool plugin needs of it: a program of its own, so that adopters need not build all of the tool.
    .executableTarget(
        name: "modelgen-build-step", dependencies: ["FileAccess", "ModelCompiler"]),
    .target(
        name: "StoreExchange",
        dependencies: [
            "ModelSchema", "ModelDiagnostics", "ModelExpressions", "FileAccess", "ObjectGraph", "JSONTokens",
        ]),
    .target(
        name: "StoreAccess",
        dependencies: [
            "ModelSchema", "FileAccess", "ModelDiagnostics", "ModelConfiguration", "ModelCompiler",
            "CommandArguments", "ObjectGraph", "StoreMigration", "JSONStore", "SQLiteStore",
            "PostgreSQLStore",
            "XCDataModel", "MappingModels", "CompiledModels", "ModelProjects",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ]),
    // A product, from which packages with stores of their own build their programs.
    .target(
        name: "StoreCommands",
        dependencies: [
            "ModelSchema", "FileAccess", "ModelDiagnostics", "ModelExpressions", "ModelEvolution", "ModelCompiler",
            "ObjectGraph", "StoreMigration", "StoreExchange", "StoreAccess", "CommandArguments", "XCDataModel",
            "ModelProjects", "MappingModels", "CompiledModelWriting",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ]),
    .executableTarget(name: "modelgen-store", dependencies: ["StoreCommands"]),
    .target(name: "CStudioPage", exclude: ["Page"]),
    .target(
        name: "StoreStudio",
        dependencies: [
            "CStudioPage", "ModelSchema", "FileAccess", "StructuredText", "ModelExpressions",
            "ModelDiagrams", "CompiledModels", "ObjectGraph", "JSONTokens", "StoreExchange",
        ]),
    .executableTarget(
        name: "modelgen-studio",
        dependencies: [
            "ModelSchema", "FileAccess", "ModelCompiler", "CommandArguments", "ObjectGraph",
            "StoreMigration", "StoreAccess", "StoreStudio",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"),
        ]))

/// The tool that the plugins run if they don't build it, as the environment variable `MODELGEN_TOOL` says: the artifact
/// bundle of a release, as an address with its checksum, `https://…/modelgen.artifactbundle.zip#SHA256`,
/// or as an absolute path.
let released = Context.environment["MODELGEN_TOOL"].flatMap { place -> Target? in
    if place.isEmpty || place == "source" { return nil }
    if place.hasPrefix("https://") {
        let parts = place.split(separator: "#", maxSplits: 1).map(String.init)
        return .binaryTarget(name: "ReleasedModelGen", url: parts[0], checksum: parts.count == 2 ? parts[1] : "")
    }
    // The package manager takes only paths that begin in the folder of this package.
    let root = Context.packageDirectory.split(separator: "/").map { _ in ".." }.joined(separator: "/")
    return .binaryTarget(name: "ReleasedModelGen", path: place.hasPrefix("/") ? root + place : place)
}

/// What a plugin runs: a program of this package, or the released tool in its place.
@MainActor func tool(_ name: String) -> Target.Dependency { .byName(name: released?.name ?? name) }

// What SwiftPM runs in other packages.
let plugins = folder(
    "Plugins",
    .plugin(name: "ModelGenPlugin", capability: .buildTool(), dependencies: [tool("modelgen-build-step")]),
    .plugin(name: "CompileModels", capability: .buildTool(), dependencies: [tool("modelgen")]),
    .plugin(
        name: "GenerateModels",
        capability: .command(
            intent: .custom(
                verb: "generate-models", description: "Write the code of data models into the package"),
            permissions: [.writeToPackageDirectory(reason: "to write generated code next to your own")]),
        dependencies: [tool("modelgen")]),
    .plugin(
        name: "CheckModels",
        capability: .command(
            intent: .custom(
                verb: "check-models", description: "Check whether committed code of data models is out of date")),
        dependencies: [tool("modelgen")]))

// Programs that show compiler and runtime at work.
let examples = folder(
    "Sources/Examples",
    example("bookcatalogue", in: "BookCatalogue", resources: [.copy("Resources/catalog.json")]),
    example("hardchoice", in: "HardChoice"),
    example("noticeboard", in: "NoticeBoard", store: "PostgreSQLStore"),
    example("superheroes", in: "Superheroes"),
    example("surfjournal", in: "SurfJournal", resources: [.copy("Resources/Seed.json")]),
    example("ubernotebook", in: "UberNotebook"))

// What tests share, and programs that they run.
let testSupport = folder(
    "Tests/Support",
    .target(
        name: "TestSupport", dependencies: ["ModelSchema", "ModelDiagnostics", "XCDataModel"]),
    // What the tests of stores share.
    .target(
        name: "StoreTestSupport",
        dependencies: [
            "ModelExpressions", "ModelSchema", "ObjectGraph", "SampleModels", "TestSupport",
            .product(name: "Logging", package: "swift-log"),
        ]),
    // A server of the tests' own.
    .target(
        name: "PostgreSQLTestSupport", dependencies: ["ObjectGraph", "PostgreSQLStore"]),
    // What generated code is compiled with, for a test of some models and a program for many.
    .target(
        name: "CompileCheck",
        dependencies: [
            "ModelSchema", "ModelDiagnostics", "XCDataModel", "ModelCodegen", "ModelConfiguration", "ModelCompiler",
            "ObjectGraph",
        ]),
    .executableTarget(
        name: "corpus-check",
        dependencies: [
            "CompileCheck", "ModelCodegen", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], path: "Tests/Support/CorpusCheck"),
    // The sample models as an adopter would have them, for the tests of the runtime.
    .target(
        name: "SampleModels", dependencies: ["ObjectGraph"],
        plugins: ["ModelGenPlugin"]),
    // The same as an app with Apple's framework has them.
    .target(
        name: "CoreDataSampleModels", dependencies: ["CoreData"], plugins: ["ModelGenPlugin"]),
    // Classes with @NSManaged written by hand, and the module that is generated for them.
    .target(
        name: "CoreDataHandwritten", dependencies: ["CoreData", "CoreDataAccessors"], plugins: ["ModelGenPlugin"]),
    .target(
        name: "CoreDataAccessors", dependencies: ["CoreData"], plugins: ["ModelGenPlugin"]),
    // A program for the tests to kill.
    .executableTarget(
        name: "store-writer",
        dependencies: ["FileAccess", "JSONStore", "ObjectGraph", "PostgreSQLStore", "SampleModels", "SQLiteStore"],
        path: "Tests/Support/StoreWriter"))

// Tests, on the same floors.
let sharedTests = folder(
    "Tests/Shared",
    .testTarget(
        name: "SwiftNamesTests", dependencies: ["SwiftNames", "TestSupport"]),
    .testTarget(
        name: "FileAccessTests", dependencies: ["FileAccess", "TestSupport"]),
    .testTarget(
        name: "JSONTokensTests", dependencies: ["JSONTokens", "TestSupport"]))

let modelTests = folder(
    "Tests/Model",
    .testTarget(
        name: "ModelExpressionsTests",
        dependencies: ["ModelExpressions", "ModelSchema", "ModelDiagnostics", "TestSupport"]),
    .testTarget(
        name: "CompiledModelsTests",
        dependencies: [
            "CSQLite", "CZLib", "CompiledModelWriting", "CompiledModels", "CoreData", "MappingModels",
            "ModelDiagnostics", "ModelExpressions", "ModelSchema", "TestSupport", "XCDataModel",
        ]),
    .testTarget(
        name: "ModelSchemaTests", dependencies: ["ModelSchema", "TestSupport", "XCDataModel"]),
    .testTarget(
        name: "ModelDiagnosticsTests", dependencies: ["ModelSchema", "ModelDiagnostics"]))

let compilerTests = folder(
    "Tests/Compiler",
    .testTarget(
        name: "XCDataModelTests",
        dependencies: ["ModelSchema", "ModelDiagnostics", "XCDataModel", "TestSupport"]),
    .testTarget(
        name: "ModelValidationTests",
        dependencies: [
            "ModelSchema", "ModelProjects", "ModelDiagnostics", "XCDataModel", "ModelValidation", "SwiftNames",
            "TestSupport",
        ]),
    .testTarget(
        name: "ModelConfigurationTests",
        dependencies: [
            "ModelCodegen", "ModelConfiguration", "ModelDiagnostics", "ModelValidation", "TestSupport",
        ]),
    .testTarget(
        name: "ModelCompilerTests",
        dependencies: [
            "FileAccess", "GeneratedOutput", "ModelCodegen", "ModelCompiler", "ModelConfiguration", "ModelDiagnostics",
            "ModelSchema", "ModelValidation", "TestSupport", "XCDataModel",
        ]),
    .testTarget(
        name: "ModelProjectsTests",
        dependencies: [
            "FileAccess", "ModelCompiler", "ModelConfiguration", "ModelDiagnostics", "ModelProjects", "ModelSchema",
            "ModelValidation", "TestSupport", "XCDataModel",
        ]),
    .testTarget(
        name: "ModelTextTests",
        dependencies: [
            "ModelDiagnostics", "ModelText", "ModelEvolution", "ModelSchema", "TestSupport",
            "XCDataModel",
        ]),
    .testTarget(
        name: "ModelEvolutionTests",
        dependencies: ["ModelEvolution", "ModelDiagnostics", "ModelSchema", "TestSupport", "XCDataModel"]),
    .testTarget(
        name: "StencilTemplatesTests", dependencies: ["ModelDiagnostics", "StencilTemplates"]),
    .testTarget(
        name: "ModelCodegenTests",
        dependencies: [
            "ModelSchema", "ModelDiagnostics", "XCDataModel", "ModelCodegen", "StencilTemplates", "TestSupport",
        ]),
    .testTarget(
        name: "GeneratedOutputTests",
        dependencies: ["FileAccess", "GeneratedOutput", "ModelCodegen", "ModelDiagnostics", "TestSupport"]),
    .testTarget(
        name: "GoldenTests", dependencies: ["modelgen", "ModelCodegen", "StencilTemplates", "TestSupport"]),
    .testTarget(
        name: "GeneratedCodeTests", dependencies: ["CompileCheck", "ModelCodegen", "SwiftNames", "TestSupport"]))

let runtimeTests = folder(
    "Tests/Runtime",
    .testTarget(
        name: "ColumnEngineTests", dependencies: ["ColumnEngine", "ObjectGraph", "StoreProtocol", "TestSupport"]),
    .testTarget(
        name: "ObjectGraphTests",
        dependencies: [
            "FileAccess", "JSONStore", "ModelSchema", "ObjectGraph", "PostgreSQLStore", "PostgreSQLTestSupport",
            "SQLiteStore",
            "SampleModels", "StoreConformance", "TestSupport",
        ],
        exclude: ["Rules/Rules.txt"]))

let storeTests = folder(
    "Tests/Stores",
    .testTarget(
        name: "StoreMigrationTests",
        dependencies: [
            "CompiledModelWriting", "CompiledModels", "JSONStore", "MappingModels", "ModelDiagnostics",
            "ModelEvolution", "ModelExpressions", "ModelSchema", "ObjectGraph", "PostgreSQLStore",
            "PostgreSQLTestSupport", "SQLiteStore", "StoreMigration", "TestSupport", "XCDataModel",
        ]),
    .testTarget(
        name: "SQLStoreTests",
        dependencies: ["ModelExpressions", "ModelSchema", "ObjectGraph", "SQLStore"]),
    .testTarget(
        name: "SQLiteStoreTests",
        dependencies: [
            "CSQLite", "FileAccess", "JSONStore", "ModelDiagnostics", "ModelExpressions", "ModelSchema",
            "ObjectGraph", "SQLStore", "SQLiteStore", "SampleModels", "StoreConformance", "StoreExchange",
            "StoreMigration", "StoreTestSupport", "TestSupport", "XCDataModel", "store-writer",
            .product(name: "Logging", package: "swift-log"),
        ]),
    .testTarget(
        name: "PostgreSQLStoreTests",
        dependencies: [
            "ModelExpressions", "ModelSchema", "ObjectGraph", "PostgreSQLStore", "PostgreSQLTestSupport",
            "SampleModels", "StoreConformance", "StoreMigration", "StoreTestSupport", "TestSupport", "store-writer",
        ]),
    .testTarget(
        name: "JSONStoreTests",
        dependencies: [
            "ColumnEngine", "FileAccess", "JSONStore", "ObjectGraph", "SampleModels", "StoreConformance",
            "StoreTestSupport", "TestSupport", "store-writer",
            .product(name: "Logging", package: "swift-log"),
        ]))

let otherTests = folder(
    "Tests",
    .testTarget(
        name: "CoreDataTests",
        dependencies: [
            "ModelSchema", "ModelDiagnostics", "ModelExpressions", "XCDataModel", "CoreData",
            "CoreDataSampleModels", "CoreDataHandwritten", "TestSupport",
        ]),
    // What holds for the whole repository: floors, links, comments, and pictures.
    .testTarget(
        name: "RepositoryTests", dependencies: ["TestSupport"], path: "Tests/Repository",
        exclude: ["CoreDataSymbols.txt"]))

let toolTests = folder(
    "Tests/Tools",
    .testTarget(
        name: "SourcePortingTests", dependencies: ["SourcePorting", "SwiftNames", "TestSupport"]),
    .testTarget(
        name: "ModelDiagramsTests", dependencies: ["ModelDiagrams", "ModelSchema", "StructuredText", "TestSupport"]),
    .testTarget(
        name: "CommandLineTests",
        dependencies: [
            "CSQLite", "CoreData", "modelgen", "modelgen-build-step", "modelgen-store", "modelgen-studio",
            "PostgreSQLStore",
            "PostgreSQLTestSupport", "store-writer", "superheroes", "TestSupport",
        ]),
    .testTarget(
        name: "StudioTests",
        dependencies: [
            "CSQLite", "JSONTokens", "modelgen-studio", "StoreStudio", "StoreExchange", "ObjectGraph", "JSONStore",
            "SQLiteStore", "ModelSchema", "ModelCodegen", "CompileCheck", "PostgreSQLStore", "PostgreSQLTestSupport",
            "StructuredText", "XCDataModel", "StoreTestSupport", "TestSupport",
            .product(name: "NIOCore", package: "swift-nio"),
        ]),
    .testTarget(
        name: "StoreCommandsTests", dependencies: ["JSONStore", "SQLiteStore", "StoreAccess", "StoreCommands"]),
    .testTarget(
        name: "StoreExchangeTests",
        dependencies: [
            "JSONStore", "ModelExpressions", "ModelSchema", "ObjectGraph", "SampleModels", "SQLiteStore",
            "StoreExchange", "StoreMigration", "TestSupport",
        ]))

let exampleTests = folder(
    "Tests/Examples",
    .testTarget(
        name: "ExampleTests",
        dependencies: [
            "bookcatalogue", "hardchoice", "noticeboard", "superheroes", "surfjournal", "ubernotebook",
            "PostgreSQLTestSupport", "TestSupport",
        ]))

let package = Package(
    name: "modelgen",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "ObjectGraph", targets: ["ObjectGraph"]),
        .library(name: "JSONStore", targets: ["JSONStore"]),
        .library(name: "SQLiteStore", targets: ["SQLiteStore"]),
        .library(name: "PostgreSQLStore", targets: ["PostgreSQLStore"]),
        .library(name: "CoreData", targets: ["CoreData"]),
        .library(name: "StoreConformance", targets: ["StoreConformance"]),
        // What a store of another package conforms to, and programs with the commands of modelgen store for it.
        .library(name: "StoreMigration", targets: ["StoreMigration"]),
        .library(name: "StoreCommands", targets: ["StoreCommands"]),
        // Reading mapping models for migrations.
        .library(name: "MappingModels", targets: ["MappingModels", "CompiledModels"]),
        .library(
            name: "ModelCompiler",
            targets: [
                "FileAccess", "ModelSchema", "ModelDiagnostics", "ModelProjects", "XCDataModel", "ModelValidation",
                "ModelEvolution", "CompiledModelWriting", "ModelText", "ModelDiagrams", "StencilTemplates",
                "ModelCodegen", "GeneratedOutput", "ModelCompiler",
            ]),
        // The programs behind `modelgen store` and `modelgen studio` are no products: after `swift run NAME` in a
        // package that uses this one, the package manager builds every program among the products, with all that it
        // stands on.
        .executable(name: "modelgen", targets: ["modelgen"]),
        .plugin(name: "ModelGenPlugin", targets: ["ModelGenPlugin"]),
        .plugin(name: "CompileModels", targets: ["CompileModels"]),
        .plugin(name: "GenerateModels", targets: ["GenerateModels"]),
        .plugin(name: "CheckModels", targets: ["CheckModels"]),
    ],
    traits: [
        .trait(
            name: "Observability",
            description: "Metrics and traces of fetches, saves, faults, waits, and retries.")
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        // Fetched only if the trait `Observability` is enabled.
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.1.0"),
    ],
    targets: [
        system, shared, model, compiler, runtime, stores, coreData, tools, plugins, examples, testSupport, sharedTests,
        modelTests, compilerTests, runtimeTests, storeTests, otherTests, toolTests, exampleTests,
        released.map { [$0] } ?? [],
    ].flatMap { $0 },
    swiftLanguageModes: [.v6]
)

#if canImport(Darwin)
    // Apple's framework is there, and adopters have the product on other platforms only: nothing of it is to be built.
    package.targets.removeAll { $0.name.hasPrefix("CoreData") && $0.name != "CoreData" }
    package.targets.first { $0.name == "CoreData" }?.sources = ["Exports.swift"]
#endif
