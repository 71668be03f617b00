import Foundation
import PackagePlugin

/// Runs `modelgen generate` for the targets of a package.
struct ModelCommand {
    let package: Package
    let tool: URL
    let arguments: [String]

    func run() throws {
        var extractor = ArgumentExtractor(arguments)
        let targetNames = extractor.extractOption(named: "target")
        let options = extractor.remainingArguments
        if options.contains("--help") || options.contains("-h") {
            print(Self.help)
            return
        }
        let targets = try targets(named: targetNames)
        if targets.count > 1, options.contains(where: Self.isOutput) {
            throw PluginError("--output is one folder, and \(targets.count) targets have models; add --target NAME")
        }
        let failed = try targets.filter { try !generate($0.models, in: $0.folder, options: options) }
        guard failed.isEmpty else {
            throw PluginError("modelgen failed for " + failed.map { "'\($0.name)'" }.joined(separator: " and "))
        }
    }

    /// Whether the tool was content with the models of a target.
    private func generate(_ models: [TargetModel], in folder: URL, options: [String]) throws -> Bool {
        // Models with one configuration go together, so that the tool can see that two become one file.
        let groups = Dictionary(grouping: models) { $0.configuration?.url.filePath ?? "" }
        var isPassed = true
        for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
            let configuration = group.first?.configuration
            var command = ["generate"] + group.map(\.bundle.url.filePath)
            if let configuration { command += ["--config", configuration.url.filePath] }
            if configuration?.namesOutput != true, !options.contains(where: Self.isOutput) {
                command += ["--output", folder.appending(path: "Generated").filePath]
            }
            isPassed = try run(command + options) && isPassed
        }
        return isPassed
    }

    private func run(_ arguments: [String]) throws -> Bool {
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments
        process.currentDirectoryURL = package.directoryURL
        try process.run()
        process.waitUntilExit()
        return process.terminationReason == .exit && process.terminationStatus == 0
    }

    /// The targets that were named, or every target that has models.
    private func targets(named names: [String]) throws -> [(name: String, folder: URL, models: [TargetModel])] {
        let named = try names.isEmpty ? package.targets : package.targets(named: names)
        let targets = try named.compactMap { target -> (name: String, folder: URL, models: [TargetModel])? in
            guard let module = target as? any SourceModuleTarget else { return nil }
            let models = try TargetModels(of: module, in: package).models
            if models.isEmpty, !names.isEmpty { throw PluginError(Self.noModel(in: "the target '\(target.name)'")) }
            return models.isEmpty ? nil : (target.name, target.directoryURL, models)
        }
        if targets.isEmpty { throw PluginError(Self.noModel(in: "no target of this package")) }
        return targets
    }

    private static func noModel(in subject: String) -> String {
        let verb = subject.hasPrefix("no ") ? "has a" : "has no"
        return """
            \(subject) \(verb) data model; put an .xcdatamodeld bundle into a target's folder, or name one under \
            'models:' in a modelgen.yml there
            """
    }

    private static func isOutput(_ argument: String) -> Bool {
        argument == "--output" || argument.hasPrefix("--output=") || argument == "-o"
    }

    private static let help = """
        OVERVIEW: Write the code of a package's data models into its targets' folders.

        USAGE: swift package generate-models [--target NAME ...] [options of modelgen generate ...]
               swift package check-models [--target NAME ...] [options of modelgen generate ...]

        The code of a target's models goes to the folder 'Generated' in the target's own, or where 'output:' in its
        modelgen.yml says. check-models writes nothing: it says what is out of date, and fails if anything is.

        EXAMPLES:
          swift package --allow-writing-to-package-directory generate-models
          swift package --allow-writing-to-package-directory generate-models --target Shop --access internal
          swift package check-models

        'modelgen generate --help' explains the options.
        """
}
