// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that the other benchmarks don't build an HTTP server.
let package = Package(
    name: "server-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0", traits: []),
        .package(name: "modelgen", path: "../../.."),
    ],
    targets: [
        .systemLibrary(
            name: "CPeerPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .executableTarget(
            name: "server-benchmarks",
            dependencies: [
                "CPeerPostgreSQL", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "ObjectGraph", package: "modelgen"),
                .product(name: "PostgreSQLStore", package: "modelgen"),
                .product(name: "SQLiteStore", package: "modelgen"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
