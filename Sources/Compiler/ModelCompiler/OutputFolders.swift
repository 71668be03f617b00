import Foundation
import GeneratedOutput
import ModelCodegen
import ModelConfiguration

/// The output of models by folder.
struct OutputFolders {
    /// The paths as specified, by the paths without links.
    private var givenPaths: [String: String] = [:]
    private var outputsByFolder: [String: [ModelOutput]] = [:]

    /// - Parameter outputs: The output of the models, in their order.
    init(_ models: [CheckedModel], _ outputs: [ModelOutput]) {
        for (model, output) in zip(models, outputs) { add(output, model.inputs.settings.generation) }
    }

    /// The plans for the folders, by path.
    ///
    /// - Throws: `FileError` if a folder cannot be read.
    func plans(_ planner: FolderPlanner) throws -> [FolderPlan] {
        try outputsByFolder.sorted { $0.key < $1.key }.map { try planner.plan($0.value, in: $0.key) }
    }

    private mutating func add(_ output: ModelOutput, _ settings: GenerationSettings) {
        guard let codePath = settings.outputPath else { return }
        let paths: [(role: GeneratedFile.Role, path: String?)] = [
            (.code, codePath), (.customCode, settings.customCodePath), (.test, settings.testsPath),
        ]
        var files: [String: [GeneratedFile]] = [:]
        for (role, path) in paths {
            guard let folder = path.map({ folder($0) }) else { continue }
            let own = output.files.filter { $0.role == role }
            if role != .test || !own.isEmpty { files[folder, default: []] += own }
        }
        for (folder, files) in files {
            outputsByFolder[folder, default: []].append(
                ModelOutput(model: output.model, path: output.path, files: files))
        }
    }

    /// Two paths of the same folder count as one folder, with the first path.
    private mutating func folder(_ path: String) -> String {
        let resolved = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        if let known = givenPaths[resolved] { return known }
        givenPaths[resolved] = path
        return path
    }
}
