// swift-tools-version: 6.0
import PackageDescription

// A package that uses the released tool rather than build it. The bundle is copied beside this file by release-test.sh.
let package = Package(
    name: "ReleaseConsumer",
    targets: [
        .binaryTarget(name: "modelgen", path: "modelgen.artifactbundle.zip"),
        .plugin(
            name: "Generate",
            capability: .command(intent: .custom(verb: "generate", description: "Run the released tool.")),
            dependencies: ["modelgen"]),
    ])
