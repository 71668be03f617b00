// swift-tools-version: 6.1

import PackageDescription

// A package that uses the released tool rather than build it. release-test.sh copies the bundle beside this file, the build
// tool plugin to Plugins/ModelGenPlugin, and a model to Sources/App; the names differ from those of the package it links
// the runtime from.
let package = Package(
    name: "ReleaseConsumer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../..")],
    targets: [
        .binaryTarget(name: "ReleasedTool", path: "modelgen.artifactbundle.zip"),
        .plugin(
            name: "Generate",
            capability: .command(intent: .custom(verb: "generate", description: "Run the released tool.")),
            dependencies: ["ReleasedTool"]),
        .plugin(
            name: "ReleasedPlugin", capability: .buildTool(), dependencies: ["ReleasedTool"],
            path: "Plugins/ModelGenPlugin"),
        .executableTarget(
            name: "App", dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            plugins: ["ReleasedPlugin"]),
    ])
