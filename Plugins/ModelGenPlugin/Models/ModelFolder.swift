import Foundation

/// A folder that may have models, or other bundles, in it, at any depth.
///
/// It is walked rather than asked of the package: a model that a package excludes, to keep other build systems from
/// compiling it, is meant all the same.
struct ModelFolder {
    let url: URL
    /// Folders in it that belong to others.
    let foreignFolders: [URL]

    init(_ url: URL, except foreignFolders: [URL] = []) {
        self.url = url
        self.foreignFolders = foreignFolders
    }

    /// Returns models and mapping models, by path, and a sentence about each folder that cannot be searched, since
    /// bundles in it would be overlooked. A link to a bundle is one; other links are not followed, since they may lead
    /// in circles.
    func search() -> (bundles: [URL], problems: [String]) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: url.filePath)
        } catch {
            return ([], [problem(error.localizedDescription)])
        }
        // A folder that can be listed need not be searchable.
        guard FileManager.default.isExecutableFile(atPath: url.filePath) else {
            return ([], [problem("permission denied")])
        }
        var result: (bundles: [URL], problems: [String]) = ([], [])
        for name in names.filter({ !$0.hasPrefix(".") }).sorted() {
            let child = url.appending(path: name, directoryHint: .isDirectory)
            guard child.isFolder else { continue }
            if ModelBundle.isModel(child) || ModelBundle.isMappingModel(child) {
                result.bundles.append(child)
            } else if !child.isLink, !isForeign(child) {
                let inner = ModelFolder(child, except: foreignFolders).search()
                result.bundles += inner.bundles
                result.problems += inner.problems
            }
        }
        return result
    }

    private func problem(_ reason: String) -> String {
        "the folder '\(url.filePath)' cannot be searched for models: \(reason); allow reading it, or move it elsewhere"
    }

    private func isForeign(_ folder: URL) -> Bool {
        foreignFolders.contains { $0.filePath == folder.filePath } || folder.appending(path: "Package.swift").exists
    }
}
