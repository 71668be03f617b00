// swift-tools-version: 6.1

import PackageDescription

// A model of several versions, deep in a target's folder.
let package = Package(
    name: "Versions",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Notes",
            dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")]),
        .target(
            name: "Tags",
            dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")]),
    ]
)
