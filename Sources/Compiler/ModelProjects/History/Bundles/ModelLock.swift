package import FileAccess
import Foundation

/// The right to change a model's files, for which other processes of this tool wait.
///
/// A command reads the model, changes it, and writes its files while it has the lock, so no edit is lost. Programs that
/// do not know the lock, such as Xcode, are noticed when a file is replaced.
package struct ModelLock: Sendable {
    /// How long a command waits for another one.
    package static let timeout = Duration.seconds(30)

    /// Runs a closure while no other process changes the model at a path.
    ///
    /// - Parameters:
    ///   - path: An existing bundle, a version, or a `contents` file.
    ///   - timeout: The time to wait for another process.
    /// - Throws: `FileError` if another process changes the model for too long, or the closure's error.
    package static func withLock<Result>(
        ofModelAt path: String, timeout: Duration = Self.timeout, _ work: (ModelLock) throws -> Result
    ) throws -> Result {
        let folder = lockedFolder(of: path)
        let lock = try LocalFileSystem().lock(folder, waitingAtMost: timeout)
        defer { withExtendedLifetime(lock) {} }
        // In any other folder, such a name can be that of a file that another command is writing.
        if FilePackage.isModel(URL(filePath: folder)) { removeRemains(in: folder) }
        return try work(ModelLock())
    }

    /// Removes what killed commands have left in a model under hidden names, so that nobody commits it: files, and
    /// folders of versions with a file. Commands that change a model write under such names while they have the lock.
    private static func removeRemains(in folder: String) {
        func names(in folder: String) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        }
        let versions = names(in: folder).filter { $0.hasSuffix(".xcdatamodel") }.map { "\(folder)/\($0)" }
        for part in [folder] + versions.filter({ FileKind(ofEntryAt: $0) == .folder }) {
            for name in names(in: part) where TemporaryName.isTemporary(name) {
                let path = "\(part)/\(name)"
                // What cannot be removed, or contains something else, does not hinder the command.
                if FileKind(ofEntryAt: path) == .folder {
                    try? LocalFileSystem().remove(path + "/contents")
                    try? LocalFileSystem().removeFolder(path)
                } else {
                    try? LocalFileSystem().remove(path)
                }
            }
        }
    }

    /// Replaces a file of the model, unless it has changed since it was read.
    ///
    /// - Throws: `FileError`; the file stays unchanged.
    package func replace(_ original: [UInt8], with bytes: [UInt8], at path: String) throws(FileError) {
        try FileWriter.replace(original, with: bytes, at: path)
    }

    /// The folder to lock, which is the same however the model is specified: its bundle, or the folder of a version or
    /// file outside of bundles.
    private static func lockedFolder(of path: String) -> String {
        var folder = URL(filePath: path).resolvingSymlinksInPath()
        if FileKind(at: folder.path(percentEncoded: false)) != .folder { folder.deleteLastPathComponent() }
        let parent = folder.deletingLastPathComponent()
        if folder.pathExtension == "xcdatamodel", parent.pathExtension == "xcdatamodeld" { folder = parent }
        return folder.path(percentEncoded: false)
    }
}
