import Foundation

/// The inputs of a build plan, and whether they have changed.
///
/// A package manager keeps its plan until the folders of the targets or the manifest change. The plugin's commands can
/// also depend on the versions in a bundle elsewhere, and on the models that a `modelgen.yml` names. So the plugin has
/// a folder watched with one mark, whose name depends on these inputs. A command that detects changed inputs changes
/// the mark, and the next build creates a new plan.
///
/// Both the plugin and the tool are built from this file.
struct BuildPlan {
    /// The bundles and configuration files.
    var watched: [URL]

    /// Updates the folder's mark for the current inputs.
    ///
    /// - Returns: Whether the mark has changed.
    @discardableResult
    func mark(in folder: URL) throws -> Bool {
        let mark = "\(fingerprint).\(Self.markExtension)"
        let files = FileManager.default
        if files.fileExists(atPath: folder.appending(path: mark).path(percentEncoded: false)) { return false }
        try files.createDirectory(at: folder.appending(path: mark), withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) where name != mark {
            // Removes only an empty folder, which marks are. Another command of the same build might have removed it.
            rmdir(folder.appending(path: name).path(percentEncoded: false))
        }
        return true
    }

    /// The extension of documentation, which package managers ignore.
    private static let markExtension = "docc"

    /// The FNV-1a hash of the versions' names and the configurations' text, in hexadecimal.
    ///
    /// Not a hash of `ModelSchema`, because the plugin is built from this file too, and plugins can import no target.
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
