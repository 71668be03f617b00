// swift-tools-version: 6.1

import PackageDescription

// A server of a JSON interface over a store, which stays up while its database is slow or away.
let package = Package(
    name: "Server",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "modelgen", path: "../../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "HeroServer",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ObjectGraph", package: "modelgen"),
                .product(name: "PostgreSQLStore", package: "modelgen"),
                .product(name: "SQLiteStore", package: "modelgen"),
            ],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")])
    ]
)
