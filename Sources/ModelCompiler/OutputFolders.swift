import Foundation
import GeneratedOutput
import ModelConfiguration

/// Which model generates what into which folder.
struct OutputFolders {
    /// The paths as they were given, by the paths without links.
    private var givenPaths: [String: String] = [:]
    private var outputsByFolder: [String: [ModelOutput]] = [:]

    /// The folders, by path.
    var paths: [String] { outputsByFolder.keys.sorted() }

    func outputs(in folder: String) -> [ModelOutput] { outputsByFolder[folder] ?? [] }

    mutating func add(_ files: [OutputFile], of model: CheckedModel) {
        guard let path = model.settings.generation.outputPath else { return }
        let output = ModelOutput(model: model.name, path: model.path, files: files)
        outputsByFolder[folder(path), default: []].append(output)
    }

    /// Two paths of one folder are one folder; it is called by the first of them.
    private mutating func folder(_ path: String) -> String {
        let resolved = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        if let known = givenPaths[resolved] { return known }
        givenPaths[resolved] = path
        return path
    }
}
