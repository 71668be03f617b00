// swift-tools-version: 6.1

import PackageDescription

// The plugin, and nothing for it to do.
let package = Package(
    name: "NoModel",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Empty", plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")])
    ]
)
