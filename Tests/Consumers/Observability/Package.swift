// swift-tools-version: 6.1

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Metrics and traces of the runtime, as a program with a backend of its own receives them.
let package = Package(
    name: "Observability",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "modelgen", path: "../../..", traits: ["Observability"]),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
    ],
    targets: [
        .testTarget(
            name: "ObservabilityTests",
            dependencies: [
                .product(name: "ObjectGraph", package: "modelgen"),
                .product(name: "JSONStore", package: "modelgen"),
                .product(name: "SQLiteStore", package: "modelgen"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: settings)
    ]
)
