import Foundation
import GeneratedOutput
import ModelConfiguration

/// The output of models by folder.
struct OutputFolders {
    /// The paths as specified, by the paths without links.
    private var givenPaths: [String: String] = [:]
    private var outputsByFolder: [String: [ModelOutput]] = [:]

    /// - Parameter entries: The output of the models, in their order.
    init(_ models: [CheckedModel], _ entries: [GenerationCache.Entry]) {
        for (model, entry) in zip(models, entries) { add(entry, of: model) }
    }

    /// The plans for the folders, by path.
    ///
    /// - Throws: `FileFailure` if a folder cannot be read.
    func plans(_ planner: FolderPlanner) throws -> [FolderPlan] {
        try outputsByFolder.sorted { $0.key < $1.key }.map { try planner.plan($0.value, in: $0.key) }
    }

    private mutating func add(_ entry: GenerationCache.Entry, of model: CheckedModel) {
        let settings = model.inputs.settings.generation
        guard let path = settings.outputPath.map({ folder($0) }) else { return }
        let humanPath = settings.humanPath.map { folder($0) }
        if let testsPath = settings.testsPath.map({ folder($0) }), !entry.testFiles.isEmpty {
            outputsByFolder[testsPath, default: []].append(
                ModelOutput(model: model.name, path: model.path, files: entry.testFiles))
        }
        let isShared = humanPath == path
        var output = ModelOutput(model: model.name, path: model.path, files: entry.files)
        if isShared { output.humanFiles = entry.humanFiles }
        outputsByFolder[path, default: []].append(output)
        guard let humanPath, !isShared else { return }
        outputsByFolder[humanPath, default: []].append(
            ModelOutput(model: model.name, path: model.path, files: [], humanFiles: entry.humanFiles))
    }

    /// Two paths of the same folder count as one folder, with the first path.
    private mutating func folder(_ path: String) -> String {
        let resolved = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        if let known = givenPaths[resolved] { return known }
        givenPaths[resolved] = path
        return path
    }
}
