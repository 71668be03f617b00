import Foundation
import PackagePlugin

/// Finds the models of a target.
///
/// The folder is walked rather than asked for its files: a model that a package excludes, to keep other build systems
/// from compiling it, is meant all the same.
struct ModelDiscovery {
    /// By path.
    let models: [ModelBundle]
    /// The `modelgen.yml` files that named models.
    let configurations: [URL]

    init(targetFolder: URL) throws {
        var urls = Self.bundles(below: targetFolder)
        let configuration = targetFolder.appending(path: "modelgen.yml", directoryHint: .notDirectory)
        if FileManager.default.fileExists(atPath: configuration.path(percentEncoded: false)) {
            urls += try ConfigurationFile(url: configuration).models
            configurations = [configuration]
        } else {
            configurations = []
        }
        var seen: Set<String> = []
        models = urls.map { $0.standardizedFileURL }
            .filter { seen.insert($0.path(percentEncoded: false)).inserted }
            .map(ModelBundle.init)
            .sorted { $0.url.path(percentEncoded: false) < $1.url.path(percentEncoded: false) }
        try Self.checkNames(of: models)
    }

    private static func bundles(below folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().flatMap { name -> [URL] in
            let child = folder.appending(path: name, directoryHint: .isDirectory)
            let values = try? child.resourceValues(forKeys: [.isDirectoryKey, .isSymbolicLinkKey])
            guard values?.isDirectory == true, values?.isSymbolicLink != true else { return [] }
            let isModel = ["xcdatamodeld", "xcdatamodel"].contains(child.pathExtension)
            return isModel ? [child] : bundles(below: child)
        }
    }

    private static func checkNames(of models: [ModelBundle]) throws {
        for (name, equal) in Dictionary(grouping: models, by: \.outputName) where equal.count > 1 {
            let paths = equal.map { $0.url.path(percentEncoded: false) }.joined(separator: "' and '")
            throw ModelGenPluginError("the models '\(paths)' would both become \(name); rename one")
        }
    }
}

struct ModelGenPluginError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
