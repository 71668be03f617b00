import ArgumentParser
import ModelHistory
import TerminalOutput

/// `modelgen version hashes`: what Core Data knows the versions of a model by.
struct VersionHashes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hashes",
        abstract: "Print the version hashes that Core Data computes for a model.",
        discussion: """
            A store keeps the hash of each of its entities, and opens with a model that has the same ones. The \
            checksum is that of VersionInfo.plist and of a store's NSStoreModelVersionChecksumKey, the digest that of \
            NSStoreModelVersionHashesDigest. A star marks hashes that Core Data may compute otherwise: those of \
            entities with derived attributes, composites, and a few more.

            EXAMPLES:
              modelgen version hashes Models/Shop.xcdatamodeld
              modelgen version hashes Models/Shop.xcdatamodeld --version-name "Shop 2"
              modelgen version hashes Models/Shop.xcdatamodeld --all-versions \\
                --format plist --output VersionInfo.plist
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, plist
    }

    @Argument(help: "A bundle (.xcdatamodeld), a version (.xcdatamodel) or a contents file.", completion: .file())
    var model: String

    @Option(help: .init("The version; the current one when left out.", valueName: "name"))
    var versionName: String?

    @Flag(help: "Print the hashes of every version.")
    var allVersions = false

    @Option(help: "The form: text, json, or plist, the form of VersionInfo.plist.")
    var format: Format = .text

    @OptionGroup var destination: TextDestination

    func validate() throws {
        guard !allVersions || versionName == nil else {
            throw ValidationError("--all-versions and --version-name exclude each other")
        }
    }

    func run() async throws {
        do {
            let model = try await VersionedModel.only(at: model)
            var versions = model.versions
            if !allVersions {
                let chosen = try versionName.map(model.existingVersion) ?? model.current ?? model.versions.last
                versions = chosen.map { [$0] } ?? []
            }
            for version in versions where version.hashes == nil {
                let limit = ModelVersion.maximumHashedDepth
                StandardError.write("\(version.file): error: a hierarchy is deeper than \(limit) entities\n")
                throw Failure.modelErrors
            }
            let report = VersionHashReport(of: versions, currentName: model.currentName)
            switch format {
            case .text: try destination.write(report.text)
            case .json: try destination.write(report.json)
            case .plist: try destination.write(report.propertyList)
            }
        } catch {
            throw Failure.report(error)
        }
    }
}
