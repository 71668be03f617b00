// swift-tools-version: 6.1

import PackageDescription

// A program that loads its compiled model and a mapping model from its bundle, as code for Apple's platforms does.
let package = Package(
    name: "CompiledModels",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [.product(name: "CoreData", package: "modelgen")],
            plugins: [.plugin(name: "CompileModels", package: "modelgen")])
    ]
)
