import Foundation
package import ModelDiagnostics

/// Reads models as they are and as a commit has them.
package enum HistoryReading {
    /// A model at two times.
    package struct Pair: Sendable {
        /// As the commit has it; nil if it does not.
        package var old: VersionedModel?
        /// As it is; nil if it no longer exists.
        package var new: VersionedModel?

        /// A model at both times, at one of them, or at none yet.
        package init(old: VersionedModel? = nil, new: VersionedModel? = nil) {
            self.old = old
            self.new = new
        }
    }

    /// What has become of the models at paths since a commit; models without a change are left out.
    ///
    /// - Parameter environment: The variables that git sees.
    /// - Throws: ``GitFailure`` if the commit cannot be read.
    package static func reports(
        on paths: [String], against reference: String, environment: [String: String],
        into diagnostics: inout [LocatedDiagnostic]
    ) async throws(GitFailure) -> [ModelReport] {
        try await pairs(at: paths, against: reference, environment: environment, isLenient: true, into: &diagnostics)
            .map { ModelReport(from: $0.old, to: $0.new) }.filter { !$0.isEmpty }
    }

    /// The models at paths, today and in a commit, by path. A version or a `contents` file points to the bundle around it.
    ///
    /// - Parameters:
    ///   - environment: The variables that git sees.
    ///   - isLenient: Whether a bundle that does not say which version is current is read with a warning.
    ///   - diagnostics: Receives why models cannot be read: notes about those of the commit, which no one can mend.
    /// - Throws: ``GitFailure`` if the commit cannot be read.
    package static func pairs(
        at paths: [String], against reference: String, environment: [String: String], isLenient: Bool = false,
        into diagnostics: inout [LocatedDiagnostic]
    ) async throws(GitFailure) -> [Pair] {
        var pairs: [String: Pair] = [:]
        for path in paths.map(wholeModel) {
            let git = try GitModels(reference: reference, in: existingFolder(of: path), environment: environment)
            var found: [LocatedDiagnostic] = []
            let before = try await git.models(at: path, into: &found)
            for index in found.indices { found[index].severity = .note }
            diagnostics += found
            found = []
            for model in before { pairs[model.path, default: Pair()].old = model }
            let now = await DiskModels(isLenient: isLenient).models(at: path, into: &found)
            for model in now { pairs[model.path, default: Pair()].new = model }
            // That nothing is there says the report: it was there in the commit.
            if !now.isEmpty || before.isEmpty { diagnostics += found }
        }
        return pairs.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The model that a path leads into: what a commit has of one is always all of it.
    private static func wholeModel(at path: String) -> String {
        let parts = path.split(separator: "/")
        if let bundle = parts.lastIndex(where: { $0.hasSuffix(".xcdatamodeld") }) {
            return "/" + parts[...bundle].joined(separator: "/")
        }
        guard parts.last == "contents", parts.dropLast().last?.hasSuffix(".xcdatamodel") == true else { return path }
        return "/" + parts.dropLast().joined(separator: "/")
    }

    /// The nearest folder around a model that is there, as the system knows it.
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
        let text = folder.standardizedFileURL.path(percentEncoded: false)
        return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
