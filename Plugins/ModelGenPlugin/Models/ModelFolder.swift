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

    /// By path.
    var models: [URL] { bundles.filter(ModelBundle.isModel) }

    /// Models and mapping models, by path. A link to one is one; other links are not followed, since they may lead in
    /// circles.
    var bundles: [URL] {
        url.visibleNames.map { url.appending(path: $0, directoryHint: .isDirectory) }.flatMap { child -> [URL] in
            guard child.isFolder else { return [] }
            if ModelBundle.isModel(child) || ModelBundle.isMappingModel(child) { return [child] }
            if child.isLink || isForeign(child) { return [] }
            return ModelFolder(child, except: foreignFolders).bundles
        }
    }

    private func isForeign(_ folder: URL) -> Bool {
        foreignFolders.contains { $0.filePath == folder.filePath } || folder.appending(path: "Package.swift").exists
    }
}
