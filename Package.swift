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

        // A model as a drawing or a document.
        .target(name: "ModelDiagrams", dependencies: ["ModelSchema"], swiftSettings: settings),

        .testTarget(
            name: "ModelDiagramsTests", dependencies: ["ModelDiagrams", "ModelSchema"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
