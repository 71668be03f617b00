// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A store of its own, as the page "Write a store" builds it.
let package = Package(
    name: "OwnStore",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        .target(
            name: "DictionaryStore",
            dependencies: [
                .product(name: "ObjectGraph", package: "modelgen"),
                .product(name: "StoreMigration", package: "modelgen"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "dictionary-store",
            dependencies: ["DictionaryStore", .product(name: "StoreCommands", package: "modelgen")],
            swiftSettings: settings),
        .testTarget(
            name: "DictionaryStoreTests",
            dependencies: [
                "DictionaryStore", .product(name: "ObjectGraph", package: "modelgen"),
                .product(name: "StoreConformance", package: "modelgen"),
            ],
            swiftSettings: settings),
    ]
)
