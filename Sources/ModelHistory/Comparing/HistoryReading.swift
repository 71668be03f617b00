import Foundation
package import ModelDiagnostics

/// Reads models as they are and as a commit has them.
package enum HistoryReading {
    /// A model at two times.
    package struct Pair: Sendable {
        /// As the commit has it; nil where it does not.
        package var old: VersionedModel?
        /// As it is; nil where it is gone.
        package var new: VersionedModel?

        /// A model at both times, at one of them, or at none yet.
        package init(old: VersionedModel? = nil, new: VersionedModel? = nil) {
            self.old = old
            self.new = new
        }
    }

    /// What has become of the models at paths since a commit; models without a change are left out.
    ///
    /// - Throws: ``GitFailure`` where the commit cannot be read.
    package static func reports(
        on paths: [String], against reference: String, into diagnostics: inout [LocatedDiagnostic]
    ) async throws(GitFailure) -> [ModelReport] {
        try await pairs(at: paths, against: reference, isLenient: true, into: &diagnostics)
            .map { ModelReport(from: $0.old, to: $0.new) }.filter { !$0.isEmpty }
    }

    /// The models at paths, today and in a commit, by path.
    ///
    /// - Parameter isLenient: Whether a bundle that does not say which version is current is read with a warning.
    /// - Throws: ``GitFailure`` where the commit cannot be read.
    package static func pairs(
        at paths: [String], against reference: String, isLenient: Bool = false,
        into diagnostics: inout [LocatedDiagnostic]
    ) async throws(GitFailure) -> [Pair] {
        var pairs: [String: Pair] = [:]
        for path in paths {
            let git = try GitModels(reference: reference, in: existingFolder(of: path))
            let before = try await git.models(at: path, into: &diagnostics)
            for model in before { pairs[model.path, default: Pair()].old = model }
            var found: [LocatedDiagnostic] = []
            let now = await DiskModels(isLenient: isLenient).models(at: path, into: &found)
            for model in now { pairs[model.path, default: Pair()].new = model }
            // That nothing is there says the report: it was there in the commit.
            if !now.isEmpty || before.isEmpty { diagnostics += found }
        }
        return pairs.sorted { $0.key < $1.key }.map(\.value)
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
