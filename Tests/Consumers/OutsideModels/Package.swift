// swift-tools-version: 6.1

import PackageDescription

// Models that lie beside the targets, and that each target's modelgen.yml names.
let package = Package(
    name: "OutsideModels",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        .target(
            name: "Library",
            dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")]),
        .target(
            name: "Other",
            dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")]),
    ]
)
