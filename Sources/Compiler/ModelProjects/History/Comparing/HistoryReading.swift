import FileAccess
import Foundation
package import ModelDiagnostics
import XCDataModel

/// Reads models on disk and in a commit.
package enum HistoryReading {
    /// A model in a commit and on disk.
    package struct Pair: Sendable {
        /// The model in the commit; nil if it does not contain it.
        package var old: VersionedModel?
        /// The model on disk; nil if it no longer exists.
        package var new: VersionedModel?

        /// Creates a pair.
        package init(old: VersionedModel? = nil, new: VersionedModel? = nil) {
            self.old = old
            self.new = new
        }
    }

    /// Returns reports on the models that changed since a commit. A model that was only renamed or moved has not.
    ///
    /// - Parameter environment: The environment variables for git.
    /// - Throws: ``GitError`` if the commit cannot be read.
    package static func reports(
        on paths: [String], against reference: String, environment: [String: String],
        into diagnostics: inout [LocatedDiagnostic]
    ) throws(GitError) -> [ModelReport] {
        try pairs(
            at: paths, against: reference, environment: environment, isLenient: true, followsMoves: true,
            into: &diagnostics
        ).map { ModelReport(from: $0.old, to: $0.new) }.filter { !$0.isEmpty }
    }

    /// Returns the models at paths, on disk and in a commit, by path. The path of a version or a `contents` file means
    /// its bundle.
    ///
    /// - Parameters:
    ///   - environment: The environment variables for git.
    ///   - isLenient: Whether a bundle without a current version causes only a warning.
    ///   - followsMoves: Whether a model that the commit lacks is compared with one that has been renamed or moved.
    ///   - diagnostics: Receives the errors of reading models. Those in the commit are notes, because nobody can fix
    ///     them.
    /// - Throws: ``GitError`` if the commit cannot be read.
    package static func pairs(
        at paths: [String], against reference: String, environment: [String: String], isLenient: Bool = false,
        followsMoves: Bool = false, into diagnostics: inout [LocatedDiagnostic]
    ) throws(GitError) -> [Pair] {
        var pairs: [String: Pair] = [:]
        for path in paths.map(wholeModel) {
            let git = try GitModels(reference: reference, in: existingFolder(of: path), environment: environment)
            var found: [LocatedDiagnostic] = []
            let before = try git.models(at: path, into: &found)
            for index in found.indices { found[index].severity = .note }
            diagnostics += found
            found = []
            for model in before { pairs[model.path, default: Pair()].old = model }
            let now = DiskModels(isLenient: isLenient).models(at: [path], into: &found)
            for model in now { pairs[model.path, default: Pair()].new = model }
            // If only the commit contains a model, the report says so. But what cannot be read has not been removed.
            if !now.isEmpty || before.isEmpty || found.contains(where: \.isAboutReading) { diagnostics += found }
            guard followsMoves, now.contains(where: { pairs[$0.path]?.old == nil }) else { continue }
            // A specified model can come from any place of the repository.
            var ignored: [LocatedDiagnostic] = []
            let gone = try git.models(at: nil, into: &ignored)
                .filter { !isModel(at: $0.path) }
            MovedModels(among: gone).join(&pairs)
        }
        return pairs.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether a bundle or a version on disk has more than what is left of one that has been moved.
    private static func isModel(at path: String) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            // What cannot be read has not been moved.
            return (try? FileReader.requirePresence(at: path)) != nil
        }
        return names.contains { $0 == "contents" || $0.hasSuffix(".xcdatamodel") }
    }

    /// Returns the path of the whole model that contains a path.
    private static func wholeModel(at path: String) -> String {
        let parts = path.split(separator: "/")
        if let bundle = parts.lastIndex(where: { $0.hasSuffix(".xcdatamodeld") }) {
            return "/" + parts[...bundle].joined(separator: "/")
        }
        guard parts.last == "contents", parts.dropLast().last?.hasSuffix(".xcdatamodel") == true else { return path }
        return "/" + parts.dropLast().joined(separator: "/")
    }

    /// Returns the nearest existing folder of a path: the path itself, or a folder that contains it.
    private static func existingFolder(of path: String) -> String {
        var folder = URL(filePath: path).deletingLastPathComponent()
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            folder = URL(filePath: path)
        }
        while folder.pathComponents.count > 1,
            !FileManager.default.fileExists(atPath: folder.path(percentEncoded: false))
        {
            folder = folder.deletingLastPathComponent()
        }
        return folder.standardizedFileURL.path(percentEncoded: false).withoutSlashAtEnd
    }
}
