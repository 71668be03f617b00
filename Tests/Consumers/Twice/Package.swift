// swift-tools-version: 6.1

import PackageDescription

// Committed code, and the plugin that would generate it once more.
let package = Package(
    name: "Twice",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        .executableTarget(
            name: "App", dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")])
    ]
)
