// swift-tools-version: 6.1

import PackageDescription

// The tests of the module CoreData with Apple's framework in its place, so no target has its name. `make parity`
// generates the code of the models first, into folders `Generated`.
// The sources that the main package has too are behind links.

/// What another package's folder contains besides the files that these tests use.
let files: Set = ["TemporaryFolder.swift", "SourceTree.swift", "SpecialFile.swift", "ExitTest+FatalMessage.swift"]

// In the mode of Swift 5, since Apple's declarations and those of the module aren't annotated for concurrency alike.
let settings: [SwiftSetting] = [.enableUpcomingFeature("BareSlashRegexLiterals")]

let package = Package(
    name: "parity",
    platforms: [.macOS(.v15)],
    targets: [
        .target(
            name: "TestSupport",
            sources: files.sorted().map { "Shared/\($0)" }, swiftSettings: settings),
        .target(
            name: "CoreDataSampleModels", exclude: ["Shared/modelgen.yml"], swiftSettings: settings),
        .target(
            name: "CoreDataHandwritten", exclude: ["Shared/modelgen.yml", "Shared/Handwritten.xcdatamodeld"],
            swiftSettings: settings),
        // Where the script puts models, hashes, and stores.
        .target(
            name: "ParityModels", dependencies: ["CoreDataHandwritten", "CoreDataSampleModels"],
            swiftSettings: settings),
        .testTarget(
            name: "CoreDataTests",
            dependencies: ["CoreDataHandwritten", "CoreDataSampleModels", "ParityModels", "TestSupport"],
            // As `Deviations.txt` says, with the reasons.
            exclude: [
                "Shared/ClassNameTests.swift",
                "Shared/ExpressionObjectTests.swift",
                "Shared/FrameworkDifferences.swift",
                "Shared/GeneratedModelExampleTests.swift",
                "Shared/HostileArchiveTests.swift",
                "Shared/InterfaceTests.swift",
                "Shared/LaunchArgumentTests.swift",
                "Shared/MessageTests.swift",
                "Shared/MisuseTests.swift",
                "Shared/ModelFileTests.swift",
                "Shared/PredicateFormatTests.swift",
                "Shared/ProgramSourceTests.swift",
                "Shared/SnapshotDelegateTests.swift",
                "Shared/SpecialFileTests.swift",
            ], swiftSettings: settings),
        .testTarget(name: "ModelParityTests", dependencies: ["ParityModels"], swiftSettings: settings),
        .testTarget(name: "StoreParityTests", dependencies: ["ParityModels"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v5]
)

// If a file that is shared with the main package doesn't compile, the other tests run without it.
if Context.environment["PARITY_PARTS"] == "files" { package.targets.removeAll { $0.name == "CoreDataTests" } }
