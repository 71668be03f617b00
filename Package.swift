// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Read from top to bottom: a target imports only targets above it.
let package = Package(
    name: "modelgen",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    targets: [
        // What a model is.
        .target(name: "ModelSchema", swiftSettings: settings),
        .target(name: "ModelDiagnostics", dependencies: ["ModelSchema"], swiftSettings: settings),

        // The compiler.
        .systemLibrary(
            name: "CLibXML2", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .target(
            name: "XCDataModel", dependencies: ["CLibXML2", "ModelSchema", "ModelDiagnostics"],
            swiftSettings: settings),
        .target(
            name: "ModelValidation", dependencies: ["ModelSchema", "ModelDiagnostics"], swiftSettings: settings),

        // Tests.
        .target(
            name: "TestSupport", dependencies: ["ModelSchema", "ModelDiagnostics", "XCDataModel"],
            path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "XCDataModelTests",
            dependencies: ["ModelSchema", "ModelDiagnostics", "XCDataModel", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ModelValidationTests",
            dependencies: ["ModelSchema", "ModelDiagnostics", "XCDataModel", "ModelValidation", "TestSupport"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
