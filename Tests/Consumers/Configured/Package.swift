// swift-tools-version: 6.1

import PackageDescription

// Two targets: one with a modelgen.yml of its own, one without.
let package = Package(
    name: "Configured",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        .target(
            name: "App",
            dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")]),
        .target(
            name: "Own",
            dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")]),
    ]
)
