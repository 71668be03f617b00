// swift-tools-version: 6.1

import PackageDescription

// A package that uses the released tool rather than build it. release-test.sh copies the bundle beside this file, the
// build tool plugin to Plugins/ModelGenPlugin, and a model to each program. The names of the tool and of the copied
// plugin differ from those of the package it links the runtime from. The program Heroes has the plugin of that package,
// which runs the tool that the environment names.
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
        .executableTarget(
            name: "Heroes", dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")]),
    ])
