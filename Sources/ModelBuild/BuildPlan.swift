import Foundation

/// What a build plan was made from, told apart from what is there now.
///
/// A package manager keeps its plan until the folders of the targets or the manifest change. A plugin's commands may
/// hang on more: on the versions in a bundle that lies elsewhere, and on the models that a `modelgen.yml` names. The
/// plugin therefore has a folder watched, in which lies one mark, named after those. A command that finds them changed
/// changes the mark, and the next build is planned again.
///
/// Both the plugin and the tool are built from this file.
struct BuildPlan {
    /// Bundles and configuration files.
    var watched: [URL]

    /// Makes the folder's mark that of what is there now.
    ///
    /// - Returns: Whether it was another.
    @discardableResult
    func mark(in folder: URL) throws -> Bool {
        let mark = "\(fingerprint).\(Self.markExtension)"
        let files = FileManager.default
        if files.fileExists(atPath: folder.appending(path: mark).path(percentEncoded: false)) { return false }
        try files.createDirectory(at: folder.appending(path: mark), withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) where name != mark {
            // Another command of the same build may have been quicker.
            try? files.removeItem(at: folder.appending(path: name))
        }
        return true
    }

    /// Package managers leave documentation alone, wherever they find it.
    private static let markExtension = "docc"

    /// The FNV-1a hash of the versions' names and the configurations' text, in hexadecimal.
    private var fingerprint: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for url in watched {
            for byte in content(of: url) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return String(hash, radix: 16)
    }

    private func content(of url: URL) -> [UInt8] {
        if let names = try? FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false)) {
            return Array(names.sorted().joined(separator: "/").utf8)
        }
        return (try? Data(contentsOf: url)).map { [UInt8]($0) } ?? []
    }
}
