// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A program that shows compiler and runtime at work, in a folder of `Sources/Examples`.
func example(_ name: String, in folder: String, store: Target.Dependency = "JSONStore", resources: [Resource] = [])
    -> Target
{
    .executableTarget(
        name: name,
        dependencies: [
            "ObjectGraph", store, .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        path: "Sources/Examples/\(folder)", exclude: ["README.md"], resources: resources, swiftSettings: settings,
        plugins: ["ModelGenPlugin"])
}

// Read from top to bottom: a target imports only targets above it.
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
        // Reading mapping models for migrations.
        .library(name: "MappingModels", targets: ["MappingModels", "CompiledModels"]),
        .library(
            name: "ModelCompiler",
            targets: [
                "FileAccess", "ModelSchema", "ModelDiagnostics", "XCDataModel", "ModelValidation", "ModelEvolution",
                "ModelDump", "ModelDiagrams", "StencilTemplates", "ModelCodegen", "GeneratedOutput", "ModelCompiler",
            ]),
        // The programs behind `modelgen store` and `modelgen studio` are no products: after `swift run NAME` in a package that
        // uses this one, the package manager builds every program among the products, with all that it stands on.
        .executable(name: "modelgen", targets: ["modelgen"]),
        .plugin(name: "ModelGenPlugin", targets: ["ModelGenPlugin"]),
        .plugin(name: "CompileModels", targets: ["CompileModels"]),
        .plugin(name: "GenerateModels", targets: ["GenerateModels"]),
        .plugin(name: "CheckModels", targets: ["CheckModels"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // What a model is.
        .target(name: "SecureHashes", swiftSettings: settings),
        .target(name: "ModelSchema", dependencies: ["SecureHashes"], swiftSettings: settings),
        .target(name: "StructuredText", swiftSettings: settings),
        .target(name: "FileAccess", swiftSettings: settings),
        .target(
            name: "ModelDiagnostics", dependencies: ["SecureHashes", "ModelSchema", "StructuredText"],
            swiftSettings: settings),
        .target(
            name: "YAMLReading", dependencies: ["ModelDiagnostics", .product(name: "Yams", package: "Yams")],
            swiftSettings: settings),
        .target(
            name: "ModelExpressions", dependencies: ["ModelSchema", "ModelDiagnostics"], swiftSettings: settings),
        .target(name: "MappingModels", dependencies: ["ModelSchema", "ModelExpressions"], swiftSettings: settings),
        .target(name: "SchemaText", dependencies: ["ModelSchema"], swiftSettings: settings),
        .systemLibrary(
            name: "CZLib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .target(
            name: "CompiledModels",
            dependencies: ["CZLib", "ModelSchema", "FileAccess", "ModelExpressions", "MappingModels"],
            swiftSettings: settings),
        .target(name: "SwiftNames", swiftSettings: settings),

        // The compiler.
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .target(
            name: "XCDataModel",
            dependencies: ["CLibXML2", "ModelSchema", "FileAccess", "ModelDiagnostics", "MappingModels"],
            swiftSettings: settings),
        .target(
            name: "ModelValidation",
            dependencies: ["ModelSchema", "ModelDiagnostics", "ModelExpressions", "SwiftNames"],
            swiftSettings: settings),
        .target(
            name: "ModelEvolution",
            dependencies: ["ModelSchema", "StructuredText", "ModelDiagnostics", "ModelValidation"],
            swiftSettings: settings),
        .target(
            name: "ModelText",
            dependencies: [
                "ModelSchema", "StructuredText", "ModelDiagnostics", "YAMLReading", "XCDataModel", "ModelEvolution",
            ],
            swiftSettings: settings),
        .target(name: "ModelDump", dependencies: ["ModelSchema", "StructuredText"], swiftSettings: settings),
        .target(name: "ModelDiagrams", dependencies: ["ModelSchema", "StructuredText"], swiftSettings: settings),
        .target(name: "CTemplates"),
        .target(name: "ModelTemplates", dependencies: ["CTemplates"], swiftSettings: settings),
        .target(name: "StencilTemplates", dependencies: ["ModelDiagnostics"], swiftSettings: settings),
        .target(
            name: "ModelCodegen",
            dependencies: [
                "ModelSchema", "ModelDiagnostics", "ModelExpressions", "SchemaText", "SwiftNames", "ModelTemplates",
                "StencilTemplates",
            ],
            swiftSettings: settings),
        .target(
            name: "ModelConfiguration",
            dependencies: [
                "StructuredText", "ModelDiagnostics", "YAMLReading", "ModelValidation", "ModelEvolution",
                "ModelCodegen",
            ],
            swiftSettings: settings),
        .target(name: "TerminalOutput", swiftSettings: settings),
        .target(
            name: "GeneratedOutput", dependencies: ["SecureHashes", "FileAccess", "ModelDiagnostics"],
            swiftSettings: settings),
        .target(
            name: "ModelCompiler",
            dependencies: [
                "FileAccess", "ModelSchema", "ModelDiagnostics", "XCDataModel", "ModelValidation", "ModelEvolution",
                "ModelText", "ModelConfiguration", "StencilTemplates", "ModelCodegen", "GeneratedOutput",
            ],
            swiftSettings: settings),
        .target(
            name: "CommandArguments",
            dependencies: [
                "FileAccess", "ModelDiagnostics", "ModelConfiguration", "ModelCompiler", "TerminalOutput",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .target(
            name: "ModelHistory",
            dependencies: [
                "StructuredText", "FileAccess", "ModelDiagnostics", "ModelSchema", "XCDataModel", "ModelValidation",
                "ModelEvolution", "ModelText", "ModelCompiler",
                "ModelExpressions", "MappingModels", "CompiledModels",
            ],
            swiftSettings: settings),
        .target(
            name: "ModelBuild",
            dependencies: [
                "FileAccess", "ModelDiagnostics", "StencilTemplates", "ModelCodegen", "ModelConfiguration",
                "TerminalOutput", "GeneratedOutput", "ModelCompiler",
            ],
            swiftSettings: settings),
        // Sources of apps for Apple's platforms, made to compile elsewhere.
        .target(name: "SourcePorting", swiftSettings: settings),
        .executableTarget(
            name: "modelgen",
            dependencies: [
                "ModelSchema", "StructuredText", "FileAccess", "ModelDiagnostics", "XCDataModel", "ModelDump",
                "ModelDiagrams", "ModelConfiguration", "StencilTemplates", "ModelCodegen", "GeneratedOutput",
                "ModelCompiler", "ModelBuild", "ModelValidation", "TerminalOutput", "ModelEvolution", "ModelText",
                "ModelHistory", "MappingModels", "CompiledModels", "CommandArguments", "SourcePorting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),

        // What the build tool plugin needs of it: a program of its own, so that adopters need not build all of the tool.
        .executableTarget(
            name: "modelgen-build-step", dependencies: ["ModelBuild", "TerminalOutput"], swiftSettings: settings),

        .plugin(name: "ModelGenPlugin", capability: .buildTool(), dependencies: ["modelgen-build-step"]),
        .plugin(name: "CompileModels", capability: .buildTool(), dependencies: ["modelgen"]),
        .plugin(
            name: "GenerateModels",
            capability: .command(
                intent: .custom(
                    verb: "generate-models", description: "Write the code of data models into the package"),
                permissions: [.writeToPackageDirectory(reason: "to write generated code next to your own")]),
            dependencies: ["modelgen"]),
        .plugin(
            name: "CheckModels",
            capability: .command(
                intent: .custom(
                    verb: "check-models", description: "Check whether committed code of data models is out of date")),
            dependencies: ["modelgen"]),

        // The runtime: what it and stores agree on, objects in columns, and the objects that programs see.
        .target(
            name: "StoreProtocol", dependencies: ["ModelSchema", "ModelDiagnostics", "ModelExpressions"],
            swiftSettings: settings),
        .target(
            name: "ColumnEngine", dependencies: ["ModelSchema", "ModelExpressions", "StoreProtocol"],
            swiftSettings: settings),
        .target(
            name: "ObjectGraph",
            dependencies: [
                "ModelSchema", "ModelDiagnostics", "ModelExpressions", "SchemaText", "StoreProtocol", "ColumnEngine",
            ],
            swiftSettings: settings),
        .target(
            name: "StoreMigration",
            dependencies: [
                "ModelSchema", "ModelExpressions", "MappingModels", "ColumnEngine",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(name: "JSONTokens", swiftSettings: settings),
        .target(
            name: "JSONStore",
            dependencies: [
                "SecureHashes", "ModelSchema", "FileAccess", "SchemaText", "ColumnEngine", "ObjectGraph",
                "StoreMigration", "JSONTokens",
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: settings),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .target(
            name: "SQLTranslation", dependencies: ["ModelSchema", "ModelExpressions", "StoreProtocol"],
            swiftSettings: settings),
        .target(
            name: "SQLiteStore",
            dependencies: [
                "CSQLite", "ModelSchema", "FileAccess", "ModelExpressions", "SchemaText", "CompiledModels",
                "ObjectGraph", "StoreMigration", "SQLTranslation",
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: settings),
        .systemLibrary(
            name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "PostgreSQLStore",
            dependencies: [
                "CPostgreSQL", "ModelSchema", "ModelExpressions", "SchemaText", "ObjectGraph", "StoreMigration",
                "SQLTranslation",
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: settings),
        .target(
            name: "StoreConformance", dependencies: ["ModelSchema", "ModelExpressions", "ObjectGraph"],
            swiftSettings: settings),

        // Core Data's names on platforms without Apple's framework.
        .target(
            name: "CoreData",
            dependencies: [
                "SecureHashes", "ModelSchema", "FileAccess", "ModelExpressions", "SchemaText", "MappingModels",
                "CompiledModels", "ObjectGraph", "StoreMigration", "JSONStore", "SQLiteStore",
            ],
            swiftSettings: settings),

        // What looks into stores: a program of its own, so that plugins need not build the runtime for the tool.
        .target(
            name: "StoreExchange",
            dependencies: [
                "ModelSchema", "ModelDiagnostics", "ModelExpressions", "TerminalOutput", "ObjectGraph", "JSONTokens",
            ],
            swiftSettings: settings),

        .target(
            name: "StoreAccess",
            dependencies: [
                "ModelSchema", "FileAccess", "ModelDiagnostics", "ModelConfiguration", "ModelCompiler",
                "CommandArguments", "TerminalOutput", "ObjectGraph", "StoreMigration", "JSONStore", "SQLiteStore",
                "PostgreSQLStore",
                "XCDataModel", "MappingModels", "CompiledModels", "ModelHistory",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "modelgen-store",
            dependencies: [
                "ModelSchema", "FileAccess", "ModelDiagnostics", "ModelExpressions", "ModelCompiler", "TerminalOutput",
                "ObjectGraph", "StoreMigration", "JSONStore", "SQLiteStore", "PostgreSQLStore", "StoreExchange",
                "StoreAccess", "CommandArguments", "XCDataModel", "ModelHistory", "MappingModels",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),

        .target(name: "CStudioPage", exclude: ["Page"]),
        .target(
            name: "StoreStudio",
            dependencies: [
                "CStudioPage", "ModelSchema", "FileAccess", "SecureHashes", "ModelExpressions", "ModelDiagrams",
                "CompiledModels",
                "ObjectGraph", "JSONTokens", "StoreExchange",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "modelgen-studio",
            dependencies: [
                "SecureHashes", "FileAccess", "ModelCompiler", "CommandArguments", "TerminalOutput", "ObjectGraph",
                "JSONStore", "SQLiteStore", "StoreAccess", "StoreStudio",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings),

        // What shows both.
        example("bookcatalogue", in: "BookCatalogue", resources: [.copy("Resources/catalog.json")]),
        example("hardchoice", in: "HardChoice"),
        example("noticeboard", in: "NoticeBoard", store: "PostgreSQLStore"),
        example("superheroes", in: "Superheroes"),
        example("surfjournal", in: "SurfJournal", resources: [.copy("Resources/Seed.json")]),
        example("ubernotebook", in: "UberNotebook"),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["ModelSchema", "ModelDiagnostics", "XCDataModel"],
            path: "Tests/TestSupport", swiftSettings: settings),
        // What the tests of stores share.
        .target(
            name: "StoreTestSupport",
            dependencies: ["ObjectGraph", "TestSupport", .product(name: "Logging", package: "swift-log")],
            path: "Tests/StoreTestSupport", swiftSettings: settings),
        // A server of the tests' own.
        .target(
            name: "PostgreSQLTestSupport", dependencies: ["ObjectGraph", "PostgreSQLStore"],
            path: "Tests/PostgreSQLTestSupport", swiftSettings: settings),
        // What generated code is compiled with, for a test of some models and a program for many.
        .target(
            name: "CompileCheck",
            dependencies: [
                "ModelSchema", "ModelDiagnostics", "XCDataModel", "ModelCodegen", "ModelConfiguration", "ModelCompiler",
                "ObjectGraph",
            ],
            path: "Tests/CompileCheck", swiftSettings: settings),
        .executableTarget(
            name: "corpus-check",
            dependencies: [
                "CompileCheck", "ModelCodegen", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/CorpusCheck", swiftSettings: settings),
        // The sample models as an adopter would have them, for the tests of the runtime.
        .target(
            name: "SampleModels", dependencies: ["ObjectGraph"], path: "Tests/SampleModels", swiftSettings: settings,
            plugins: ["ModelGenPlugin"]),
        // The same as an app with Apple's framework has them.
        .target(
            name: "CoreDataSampleModels", dependencies: ["CoreData"], path: "Tests/CoreDataSampleModels",
            swiftSettings: settings, plugins: ["ModelGenPlugin"]),
        // Classes with @NSManaged written by hand, and the module that is generated for them.
        .target(
            name: "CoreDataHandwritten", dependencies: ["CoreData", "CoreDataAccessors"],
            path: "Tests/CoreDataHandwritten", swiftSettings: settings, plugins: ["ModelGenPlugin"]),
        .target(
            name: "CoreDataAccessors", dependencies: ["CoreData"], path: "Tests/CoreDataAccessors",
            swiftSettings: settings, plugins: ["ModelGenPlugin"]),
        .testTarget(
            name: "CoreDataTests",
            dependencies: [
                "ModelSchema", "ModelDiagnostics", "ModelExpressions", "XCDataModel", "CoreData",
                "CoreDataSampleModels", "CoreDataHandwritten", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ModelExpressionsTests",
            dependencies: ["ModelExpressions", "ModelSchema", "ModelDiagnostics", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "XCDataModelTests",
            dependencies: ["ModelSchema", "ModelDiagnostics", "XCDataModel", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ModelValidationTests",
            dependencies: [
                "ModelSchema", "ModelCompiler", "ModelDiagnostics", "XCDataModel", "ModelValidation", "SwiftNames",
                "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "SchemaTextTests", dependencies: ["ModelSchema", "SchemaText", "TestSupport", "XCDataModel"],
            swiftSettings: settings),
        .testTarget(
            name: "SwiftNamesTests", dependencies: ["SwiftNames", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "CompiledModelsTests",
            dependencies: [
                "CSQLite", "CZLib", "CompiledModels", "CoreData", "MappingModels", "ModelDiagnostics",
                "ModelExpressions", "ModelSchema", "TestSupport", "XCDataModel",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "SourcePortingTests", dependencies: ["SourcePorting", "TestSupport"], swiftSettings: settings),
        .testTarget(name: "SecureHashesTests", dependencies: ["SecureHashes"], swiftSettings: settings),
        .testTarget(
            name: "ModelSchemaTests", dependencies: ["ModelSchema", "TestSupport", "XCDataModel"],
            swiftSettings: settings),
        .testTarget(
            name: "ModelDiagnosticsTests", dependencies: ["ModelSchema", "ModelDiagnostics"], swiftSettings: settings),
        .testTarget(
            name: "ModelConfigurationTests",
            dependencies: [
                "ModelCodegen", "ModelConfiguration", "ModelDiagnostics", "ModelValidation", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ModelHistoryTests", dependencies: ["FileAccess", "ModelHistory", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ModelCompilerTests",
            dependencies: [
                "GeneratedOutput", "ModelCodegen", "ModelCompiler", "ModelConfiguration", "ModelDiagnostics",
                "ModelValidation", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ModelDumpTests",
            dependencies: ["ModelSchema", "ModelDiagnostics", "XCDataModel", "ModelDump", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ModelTextTests",
            dependencies: [
                "ModelDiagnostics", "ModelDump", "ModelEvolution", "ModelSchema", "ModelText", "SchemaText",
                "TestSupport",
                "XCDataModel",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ModelEvolutionTests",
            dependencies: ["ModelEvolution", "ModelDiagnostics", "ModelSchema", "TestSupport", "XCDataModel"],
            swiftSettings: settings),
        .testTarget(
            name: "ModelDiagramsTests", dependencies: ["ModelDiagrams", "ModelSchema", "StructuredText"],
            swiftSettings: settings),
        .testTarget(
            name: "StencilTemplatesTests", dependencies: ["ModelDiagnostics", "StencilTemplates"],
            swiftSettings: settings),
        .testTarget(
            name: "ModelCodegenTests",
            dependencies: [
                "ModelSchema", "ModelDiagnostics", "XCDataModel", "ModelTemplates", "StencilTemplates", "ModelCodegen",
                "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FileAccessTests", dependencies: ["FileAccess", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "GeneratedOutputTests",
            dependencies: ["FileAccess", "GeneratedOutput", "ModelDiagnostics", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "GoldenTests", dependencies: ["modelgen", "ModelCodegen", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "GeneratedCodeTests", dependencies: ["CompileCheck", "ModelCodegen", "SwiftNames", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "CSQLite", "CoreData", "modelgen", "modelgen-build-step", "modelgen-store", "modelgen-studio",
                "PostgreSQLStore",
                "PostgreSQLTestSupport", "store-writer", "superheroes", "TestSupport",
            ],
            exclude: ["CoreDataSymbols.txt"], swiftSettings: settings),
        .testTarget(
            name: "StudioTests",
            dependencies: [
                "CSQLite", "modelgen-studio", "StoreStudio", "StoreExchange", "ObjectGraph", "JSONStore", "SQLiteStore",
                "ModelSchema", "ModelCodegen", "CompileCheck", "PostgreSQLStore", "PostgreSQLTestSupport",
                "XCDataModel",
                "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "bookcatalogue", "hardchoice", "noticeboard", "superheroes", "surfjournal", "ubernotebook",
                "PostgreSQLTestSupport", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ColumnEngineTests", dependencies: ["ColumnEngine", "ObjectGraph", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ObjectGraphTests",
            dependencies: [
                "JSONStore", "ModelSchema", "ObjectGraph", "PostgreSQLStore", "PostgreSQLTestSupport", "SQLiteStore",
                "SampleModels", "StoreConformance", "TestSupport",
            ],
            exclude: ["Rules/Rules.txt"], swiftSettings: settings),
        .testTarget(
            name: "StoreMigrationTests",
            dependencies: [
                "CompiledModels", "JSONStore", "MappingModels", "ModelDiagnostics", "ModelEvolution",
                "ModelExpressions",
                "ModelSchema", "ObjectGraph", "PostgreSQLStore", "PostgreSQLTestSupport", "SQLiteStore",
                "StoreMigration", "TestSupport", "XCDataModel",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "StoreExchangeTests",
            dependencies: [
                "JSONStore", "ModelExpressions", "ModelSchema", "ObjectGraph", "SampleModels", "SQLiteStore",
                "StoreExchange", "StoreMigration", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "SQLTranslationTests",
            dependencies: ["ModelExpressions", "ModelSchema", "ObjectGraph", "SQLTranslation"], swiftSettings: settings),
        .testTarget(
            name: "SQLiteStoreTests",
            dependencies: [
                "CSQLite", "JSONStore", "ModelDiagnostics", "ModelExpressions", "ModelSchema", "ObjectGraph",
                "SQLTranslation", "SQLiteStore", "SampleModels", "StoreConformance", "StoreExchange",
                "StoreMigration", "StoreTestSupport", "TestSupport", "XCDataModel", "store-writer",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PostgreSQLStoreTests",
            dependencies: [
                "ModelExpressions", "ModelSchema", "ObjectGraph", "PostgreSQLStore", "PostgreSQLTestSupport",
                "SampleModels", "StoreConformance", "StoreMigration", "StoreTestSupport", "TestSupport", "store-writer",
            ],
            swiftSettings: settings),
        // A program for the tests to kill.
        .executableTarget(
            name: "store-writer",
            dependencies: ["JSONStore", "ObjectGraph", "PostgreSQLStore", "SampleModels", "SQLiteStore"],
            path: "Tests/StoreWriter", swiftSettings: settings),
        .testTarget(
            name: "JSONTokensTests", dependencies: ["JSONTokens", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "JSONStoreTests",
            dependencies: [
                "JSONStore", "ObjectGraph", "SampleModels", "StoreConformance", "StoreTestSupport", "TestSupport",
                "store-writer",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

#if canImport(Darwin)
    // Apple's framework is there, and adopters have the product on other platforms only: nothing of it is to be built.
    package.targets.removeAll { $0.name.hasPrefix("CoreData") && $0.name != "CoreData" }
    package.targets.first { $0.name == "CoreData" }?.sources = ["Exports.swift"]
#endif
