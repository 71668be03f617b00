import Foundation

/// A file that makes a build run a step again.
///
/// A build runs a step when one of its inputs has changed since the step began, and it learns of inputs only when it is
/// planned. A step that has found inputs which the plan does not know, such as templates that a configuration has named
/// since, changes this file, itself an input: it is then run by the next build too, and by every other until the build
/// is planned again.
///
/// Both the plugin and the tool are built from this file.
struct InputStamp {
    let url: URL

    init(_ url: URL) { self.url = url }

    /// The stamp in a folder. It is made if there is none, and left as it is where there is one.
    init(in folder: URL) throws {
        url = folder.appending(path: "inputs.stamp", directoryHint: .notDirectory)
        guard !FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: url)
    }

    /// Changes the file unless the build knows of everything that the step depends on.
    func change(unless isKnown: Bool) throws {
        guard !isKnown else { return }
        let count = (try? String(contentsOf: url, encoding: .utf8)).flatMap { Int($0) } ?? 0
        try Data(String(count &+ 1).utf8).write(to: url)
    }
}
