// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../modelgen")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [
                .product(name: "ObjectGraph", package: "modelgen"),
                .product(name: "JSONStore", package: "modelgen"),
            ],
            plugins: [.plugin(name: "ModelGenPlugin", package: "modelgen")])
    ]
)
