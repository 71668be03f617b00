import Foundation

/// A file that makes a build run a step again.
///
/// A build runs a step if one of its inputs has changed since the last run, but the build plan determines the inputs. A
/// step that finds inputs that the plan does not contain, such as templates in a changed configuration, changes this
/// file, which is an input. So every build runs the step again until there is a new plan.
///
/// Both the plugin and the tool are built from this file.
struct InputStamp {
    let url: URL

    init(_ url: URL) { self.url = url }

    /// Opens the stamp in a folder, or creates it if there is none.
    init(in folder: URL) throws {
        url = folder.appending(path: "inputs.stamp", directoryHint: .notDirectory)
        try WorkFile(url: url).check()
        guard !FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else { return }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: url)
    }

    /// Changes the file, unless the build plan contains all inputs.
    func change(unless isKnown: Bool) throws {
        guard !isKnown else { return }
        try WorkFile(url: url).check()
        let count = (try? String(contentsOf: url, encoding: .utf8)).flatMap { Int($0) } ?? 0
        try Data(String(count &+ 1).utf8).write(to: url)
    }
}
