import Foundation
import PackagePlugin

/// The build commands for the models of a target.
struct ModelBuild {
    let models: TargetModels
    let targetName: String
    /// The target's own Swift files.
    let sources: [URL]
    /// Whether other modules may use the code. Where none can, it is internal unless a configuration says otherwise:
    /// that compiles faster, and fits enums and classes of the target's own that are internal too.
    let isImportable: Bool
    let tool: URL
    let workFolder: URL
    /// Files above it have no effect.
    let packageFolder: URL

    /// One command for each model; none, and a warning, for a target without models.
    func commands() throws -> [Command] {
        if models.models.isEmpty {
            Diagnostics.warning(
                """
                the target '\(targetName)' uses ModelGenPlugin but has no data model; add an .xcdatamodeld bundle \
                to its folder, or list one under 'models:' in a modelgen.yml there
                """)
        }
        try checkNames()
        return try models.models.map(command)
    }

    /// A command that makes the package manager watch the folder with the mark of the build plan, for a target whose
    /// models lie elsewhere; models in the target's own folder need none.
    func watchCommands() throws -> [Command] {
        guard let plan else { return [] }
        try plan.mark(in: planFolder)
        // Not every system has it in the same place.
        let places = ["/usr/bin/true", "/bin/true", "/run/current-system/sw/bin/true"].map { URL(filePath: $0) }
        guard let program = places.first(where: \.exists) else {
            Diagnostics.remark(
                """
                the models that modelgen.yml lists for the target '\(targetName)' are not watched, because there is no \
                program '\(places[0].filePath)'; after a change of one of them, change modelgen.yml, too
                """)
            return []
        }
        return [
            .prebuildCommand(
                displayName: "Watching the models of \(targetName)", executable: program, arguments: [],
                outputFilesDirectory: planFolder)
        ]
    }

    /// Has a dot in its name, unlike the folder of any model.
    private var planFolder: URL { workFolder.appending(path: "plan.watched", directoryHint: .isDirectory) }

    /// What the plan depends on besides the target's folder; nil if there is nothing.
    private var plan: BuildPlan? {
        guard let configuration = models.configuration, configuration.namesModels else { return nil }
        return BuildPlan(watched: [configuration.url] + models.models.map(\.bundle.url))
    }

    private func command(for model: TargetModel) throws -> Command {
        // A folder for each model: what the tool keeps beside its output is then no other command's.
        let folder = workFolder.appending(path: model.bundle.stem, directoryHint: .isDirectory)
        let requestFile = folder.appending(path: "request.json", directoryHint: .notDirectory)
        // What the sources declare is checked against the model, each time that it changes.
        let managedSources = model.configuration?.hasHandwrittenClasses == true ? sources : []
        let inputs = inputs(of: model) + managedSources
        let stamp = try InputStamp(in: folder).url
        var request = BuildRequest(
            model: model.bundle.url.filePath, configuration: model.configuration?.url.filePath, output: folder.filePath,
            isImportable: isImportable, inputs: inputs.map(\.filePath), stamp: stamp.filePath)
        if !managedSources.isEmpty { request.sources = managedSources.map(\.filePath) }
        if let plan {
            request.plan = planFolder.filePath
            request.watched = plan.watched.map(\.filePath)
        }
        try request.write(to: requestFile)
        return .buildCommand(
            displayName: "Generating \(model.bundle.outputName) for \(targetName)",
            executable: tool,
            arguments: ["build-step", requestFile.filePath],
            inputFiles: inputs + [stamp, requestFile],
            outputFiles: [folder.appending(path: model.bundle.outputName, directoryHint: .notDirectory)])
    }

    private func inputs(of model: TargetModel) -> [URL] {
        var inputs = model.inputs
        if let configuration = models.configuration {
            // It may hold for none of the models, and is still no stray file; and it may name others tomorrow.
            inputs.append(configuration.url)
        }
        // The package manager itself watches the target's folder.
        if model.bundle.url.isWithin(models.folder) {
            inputs += ConfigurationFile.foldersToWatch(
                above: models.folder, until: model.configuration, in: packageFolder)
        }
        return inputs
    }

    private func checkNames() throws {
        // Many file systems do not tell case apart.
        for (_, equal) in Dictionary(grouping: models.models, by: { $0.bundle.outputName.lowercased() })
        where equal.count > 1 {
            let paths = equal.map { "'\($0.bundle.url.filePath)'" }.joined(separator: " and ")
            throw PluginError("the models \(paths) would both become \(equal[0].bundle.outputName); rename one of them")
        }
    }
}
