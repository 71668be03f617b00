// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that no adopter builds what is measured against.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../..")],
    targets: [
        .systemLibrary(
            name: "CPeerXML", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .executableTarget(
            name: "benchmarks",
            dependencies: ["CPeerXML", .product(name: "ModelCompiler", package: "modelgen")],
            swiftSettings: settings),
        .executableTarget(
            name: "graph-benchmarks", dependencies: [.product(name: "ObjectGraph", package: "modelgen")],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
