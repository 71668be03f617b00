// swift-tools-version: 6.1

import PackageDescription

// A package whose plugins run a released tool. It links nothing, so that all that it builds of this project would be
// the tool.
let package = Package(
    name: "ReleasedTool",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        .executableTarget(
            name: "App",
            plugins: [
                .plugin(name: "ModelGenPlugin", package: "modelgen"),
                .plugin(name: "CompileModels", package: "modelgen"),
            ])
    ]
)
