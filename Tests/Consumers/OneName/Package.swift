// swift-tools-version: 6.1

import PackageDescription

// Two libraries, each with a model called Model, and a program that imports both.
let package = Package(
    name: "OneName",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        .target(
            name: "Orders",
            dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")]),
        .target(
            name: "Stock",
            dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")]),
        .executableTarget(
            name: "App", dependencies: ["Orders", "Stock", .product(name: "ObjectGraph", package: "modelgen")]),
    ]
)
