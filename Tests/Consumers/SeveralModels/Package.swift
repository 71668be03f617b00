// swift-tools-version: 6.1

import PackageDescription

// Four models in one target: in a folder, in one that the target excludes, as a link, and with a space in its name.
let package = Package(
    name: "SeveralModels",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            exclude: ["Hidden"],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")])
    ]
)
