import ArgumentParser
import CommandArguments
import FileAccess
import ModelProjects

/// `modelgen version hashes`: prints the version hashes of a model.
struct VersionHashes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hashes", abstract: "Print the version hashes that Core Data computes for a model.",
        discussion: """
            A store keeps the hash of each of its entities, and opens only with a model that has the same hashes. The \
            checksum appears in VersionInfo.plist, which is the form plist, and as a store's \
            NSStoreModelVersionChecksumKey, and the digest as NSStoreModelVersionHashesDigest. An asterisk marks \
            hashes that Core Data might compute differently: those of entities with CloudKit encryption, uncommon \
            derivations, and a few other features.

            EXAMPLES:
              modelgen version hashes Models/Shop.xcdatamodeld
              modelgen version hashes Models/Shop.xcdatamodeld --version-name "Shop 2"
              modelgen version hashes Models/Shop.xcdatamodeld --all-versions \\
                --format plist --output VersionInfo.plist
            """)

    enum Format: String, OutputFormat {
        case text, json
        /// As in `VersionInfo.plist`.
        case plist

        static let standard = Format.text

        var fileExtensions: [String] { self == .text ? ["txt"] : [rawValue] }
    }

    @Argument(help: "A bundle (.xcdatamodeld), a version (.xcdatamodel), or a contents file.")
    var model: PathArgument

    @Option(help: .init("The version. The default is the current version.", valueName: "name")) var versionName: String?
    @Flag(help: "Print the hashes of all versions.") var allVersions = false
    @OptionGroup var form: FormatOption<Format>
    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func validate() throws {
        guard !allVersions || versionName == nil else {
            throw ValidationError("--all-versions cannot be combined with --version-name")
        }
    }

    func run() throws {
        let model = try VersionedModel.only(at: model)
        let versions =
            try allVersions ? model.versions : [model.chosenVersion(versionName, option: "--version-name")]
        for version in versions {
            guard let problem = version.hashProblem else { continue }
            StandardError.write("\(version.file): error: \(problem)\n")
            throw CommandExit.modelErrors
        }
        let report = VersionHashReport(of: versions, currentName: model.currentName)
        switch form.format(for: destination.output) {
        case .text: try destination.write(report.text)
        case .json: try destination.write(report.json)
        case .plist: try destination.write(report.propertyList)
        }
    }
}
