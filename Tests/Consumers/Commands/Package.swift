// swift-tools-version: 6.1

import PackageDescription

// Generated code that is committed: no target uses the build tool plugin.
let package = Package(
    name: "Commands",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Library", dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            exclude: ["Library.xcdatamodeld"]),
        .target(
            name: "Shop", dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            exclude: ["Shop.xcdatamodeld", "modelgen.yml"]),
    ]
)
