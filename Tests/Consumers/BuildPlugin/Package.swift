// swift-tools-version: 6.2

import PackageDescription

// A package as an adopter would write it. The test copies it to a folder three levels below the repository's root.
let package = Package(
    name: "BuildPlugin",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        // A model in the target's own folder.
        .executableTarget(
            name: "Shop",
            dependencies: [
                .product(name: "ObjectGraph", package: "modelgen"), .product(name: "JSONStore", package: "modelgen"),
            ],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")]),
        // A model elsewhere, named by a modelgen.yml, in a module that belongs to the main actor.
        .executableTarget(
            name: "Heroes",
            dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            swiftSettings: [.defaultIsolation(MainActor.self)],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")]),
    ]
)
