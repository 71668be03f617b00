// swift-tools-version: 6.1

import PackageDescription

// Apps' model layers as they are written for Apple's framework. Where that is there, the module CoreData of this
// package is not built: see the condition.
let coreData = Target.Dependency.product(
    name: "CoreData", package: "modelgen", condition: .when(platforms: [.linux]))
let plugin = Target.PluginUsage.plugin(name: "ModelGenPlugin", package: "modelgen")

let package = Package(
    name: "CoreDataApps",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "modelgen", path: "../../..")],
    targets: [
        // Classes generated from the models.
        .executableTarget(name: "Apps", dependencies: [coreData], plugins: [plugin]),
        // A class written by hand, and the module with what its @NSManaged properties call.
        .executableTarget(name: "Journal", dependencies: [coreData, "JournalAccessors"], plugins: [plugin]),
        .target(name: "JournalAccessors", dependencies: [coreData], plugins: [plugin]),
    ],
    swiftLanguageModes: [.v5]
)
