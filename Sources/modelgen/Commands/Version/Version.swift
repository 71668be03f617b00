import ArgumentParser

/// `modelgen version`: the versions of a bundle.
struct Version: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version",
        abstract: "List, add, and choose the versions of a model, and print their hashes.",
        discussion: """
            EXAMPLES:
              modelgen version list Models/Shop.xcdatamodeld
              modelgen version add Models/Shop.xcdatamodeld
              modelgen version current Models/Shop.xcdatamodeld "Shop 2"
              modelgen version hashes Models/Shop.xcdatamodeld --all-versions
            """,
        subcommands: [VersionList.self, VersionCurrent.self, VersionAdd.self, VersionHashes.self])
}
