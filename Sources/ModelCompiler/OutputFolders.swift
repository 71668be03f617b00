import Foundation
import GeneratedOutput
import ModelConfiguration

/// Which model generates what into which folder.
struct OutputFolders {
    /// The paths as they were given, by the paths without links.
    private var givenPaths: [String: String] = [:]
    private var outputsByFolder: [String: [ModelOutput]] = [:]

    /// - Parameter entries: What the models generate, in their order.
    init(_ models: [CheckedModel], _ entries: [GenerationCache.Entry]) {
        for (model, entry) in zip(models, entries) { add(entry, of: model) }
    }

    /// What is to be done to the folders, by path.
    ///
    /// - Throws: `FileFailure` when a folder cannot be read.
    func plans(_ planner: FolderPlanner) throws -> [FolderPlan] {
        try outputsByFolder.sorted { $0.key < $1.key }.map { try planner.plan($0.value, in: $0.key) }
    }

    private mutating func add(_ entry: GenerationCache.Entry, of model: CheckedModel) {
        let settings = model.inputs.settings.generation
        guard let path = settings.outputPath.map({ folder($0) }) else { return }
        let humanPath = settings.humanPath.map { folder($0) }
        let isShared = humanPath == path
        var output = ModelOutput(model: model.name, path: model.path, files: entry.files)
        if isShared { output.humanFiles = entry.humanFiles }
        outputsByFolder[path, default: []].append(output)
        guard let humanPath, !isShared else { return }
        outputsByFolder[humanPath, default: []].append(
            ModelOutput(model: model.name, path: model.path, files: [], humanFiles: entry.humanFiles))
    }

    /// Two paths of one folder are one folder; it is called by the first of them.
    private mutating func folder(_ path: String) -> String {
        let resolved = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        if let known = givenPaths[resolved] { return known }
        givenPaths[resolved] = path
        return path
    }
}
