// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A package of its own, so that no adopter builds what is measured against.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(name: "modelgen", path: "../.."),
    ],
    targets: [
        .systemLibrary(
            name: "CPeerXML", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .systemLibrary(
            name: "CPeerPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "BenchmarkModels", dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            swiftSettings: settings),
        .executableTarget(
            name: "benchmarks",
            dependencies: ["CPeerXML", .product(name: "ModelCompiler", package: "modelgen")],
            swiftSettings: settings),
        .executableTarget(
            name: "graph-benchmarks",
            dependencies: [
                "BenchmarkModels", .product(name: "JSONStore", package: "modelgen"),
                .product(name: "ObjectGraph", package: "modelgen"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "store-benchmarks",
            dependencies: [
                "BenchmarkModels", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "JSONStore", package: "modelgen"), .product(name: "ObjectGraph", package: "modelgen"),
            ],
            swiftSettings: settings),
        .target(
            name: "GRDBPeer", dependencies: ["BenchmarkModels", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: settings),
        .executableTarget(
            name: "growth-benchmarks",
            dependencies: [
                "BenchmarkModels", "GRDBPeer", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ObjectGraph", package: "modelgen"), .product(name: "SQLiteStore", package: "modelgen"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "database-benchmarks",
            dependencies: [
                "BenchmarkModels", "GRDBPeer", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ObjectGraph", package: "modelgen"), .product(name: "SQLiteStore", package: "modelgen"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "postgresql-benchmarks",
            dependencies: [
                "BenchmarkModels", "CPeerPostgreSQL", .product(name: "ObjectGraph", package: "modelgen"),
                .product(name: "PostgreSQLStore", package: "modelgen"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "coredata-benchmarks",
            dependencies: [
                .product(name: "CoreData", package: "modelgen"), .product(name: "ObjectGraph", package: "modelgen"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "query-benchmarks",
            dependencies: [
                "BenchmarkModels", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ObjectGraph", package: "modelgen"),
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
