import Foundation

/// A model on disk, as the build needs to know it.
struct ModelBundle {
    let url: URL

    /// The name of the file that the tool generates with `--layout model`.
    ///
    /// The rule is the tool's own, repeated here because a plugin cannot import the package's libraries: the name of
    /// the bundle in camel case, what is no letter or digit between words.
    var outputName: String {
        let name = url.deletingPathExtension().lastPathComponent
        let words = name.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        let joined = words.enumerated().map { $0 == 0 ? $1 : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
        let stem = joined.isEmpty ? "model" : joined.first?.isNumber == true ? "_\(joined)" : joined
        return "\(stem)+Generated.swift"
    }

    /// Every file whose change must rebuild: a folder's own date does not say that something in it has changed.
    ///
    /// The bundle is among them all the same: what is no command's input counts as a file that nobody handles.
    var inputs: [URL] {
        var inputs = [url]
        let currentVersion = url.appending(path: ".xccurrentversion", directoryHint: .notDirectory)
        if exists(currentVersion) { inputs.append(currentVersion) }
        for folder in [url] + versions {
            let contents = folder.appending(path: "contents", directoryHint: .notDirectory)
            if exists(contents) { inputs.append(contents) }
        }
        return inputs
    }

    private var versions: [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false))) ?? []
        return names.filter { $0.hasSuffix(".xcdatamodel") }.sorted()
            .map { url.appending(path: $0, directoryHint: .isDirectory) }
    }

    private func exists(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
    }
}
