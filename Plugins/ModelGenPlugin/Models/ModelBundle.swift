import Foundation

/// A model on disk, as the build needs to know it.
struct ModelBundle {
    let url: URL

    /// Whether a name is that of a model: a bundle of versions, or a version by itself.
    static func isModel(_ url: URL) -> Bool {
        ["xcdatamodeld", "xcdatamodel"].contains(url.pathExtension)
    }

    /// Whether a name is that of a mapping model between two versions.
    static func isMappingModel(_ url: URL) -> Bool { url.pathExtension == "xcmappingmodel" }

    /// What the names of its generated files begin with.
    var stem: String { ModelFileName.stem(ofModelNamed: url.deletingPathExtension().lastPathComponent) }

    /// The name of the file that the tool generates with `--layout model`.
    var outputName: String { "\(stem)+Generated.swift" }

    /// Every file whose change must rebuild: a folder's own date does not say that something in it has changed.
    ///
    /// The bundle itself is one of them, because the package manager warns about files that no command has as inputs.
    var inputs: [URL] {
        let files = [url.appending(path: ".xccurrentversion", directoryHint: .notDirectory)]
        let contents = ([url] + versions).map { $0.appending(path: "contents", directoryHint: .notDirectory) }
        return [url] + (files + contents).filter(\.exists)
    }

    private var versions: [URL] {
        url.visibleNames.filter { $0.hasSuffix(".xcdatamodel") }
            .map { url.appending(path: $0, directoryHint: .isDirectory) }
    }
}
