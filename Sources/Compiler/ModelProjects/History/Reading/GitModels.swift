import FileAccess
import Foundation
import ModelCompiler
package import ModelDiagnostics
import XCDataModel

/// Reads models in a commit without checking it out.
package struct GitModels: Sendable {
    /// A file in a commit.
    private struct Blob {
        var object: String
        var sizeBytes: Int
        /// The path from the root of the repository.
        var path: String
    }

    /// The branch, tag, or commit.
    package let reference: String
    private let git: GitProcess
    private let commit: String
    /// The path from the root of the repository to git's working directory, with a slash at its end.
    private let prefix: String
    private let folder: String

    /// Finds a commit.
    ///
    /// - Parameters:
    ///   - reference: A branch, tag, or commit.
    ///   - folder: A folder of the repository, as an absolute path.
    ///   - environment: The environment variables for git.
    /// - Throws: ``GitError`` if the folder is not in a repository, or the commit does not exist.
    package init(reference: String, in folder: String, environment: [String: String]) throws(GitError) {
        self.reference = reference
        self.folder = folder
        git = GitProcess(folder: folder, environment: environment)
        do {
            prefix = Self.line(try git.output(["rev-parse", "--show-prefix"]))
        } catch {
            throw GitError("the repository of '\(folder)' cannot be read: \(error.reason ?? error.description)")
        }
        do {
            // Git must not interpret the name of a branch as an option.
            let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{commit}"]
            commit = Self.line(try git.output(arguments))
        } catch {
            throw GitError(
                "unknown commit '\(reference)'; fetch it, or specify a branch, tag, or commit"
                    + (error.reason.map { " (\($0))" } ?? ""))
        }
    }

    /// Returns all versions of the models that the commit contains at a path.
    ///
    /// - Parameter path: A model or a folder in git's working directory, as an absolute path; nil for the whole commit.
    /// - Throws: ``GitError`` if git cannot read the commit.
    package func models(
        at path: String?, into diagnostics: inout [LocatedDiagnostic]
    ) throws(GitError) -> [VersionedModel] {
        let blobs = try blobs(below: path)
        let contents = try contents(of: blobs)
        var files: [String: [ModelFile]] = [:]
        // A damaged list is a list that does not say which version is current, as on disk.
        var currentNames: [String: String?] = [:]
        for (blob, bytes) in zip(blobs, contents) {
            let parts = blob.path.split(separator: "/").map(String.init)
            let bundle = parts.lastIndex { $0.hasSuffix(Self.bundleSuffix) }
            if parts.last == ".xccurrentversion" {
                let model = parts.dropLast().joined(separator: "/")
                currentNames[model] = .some((try? bytes.get()).flatMap { CurrentVersion.versionName(in: $0) })
            } else if let folder = parts.dropLast().last, folder.hasSuffix(Self.versionSuffix) {
                let model = parts[...(bundle ?? parts.count - 2)].joined(separator: "/")
                let versionName = String(folder.dropLast(Self.versionSuffix.count))
                let modelName = bundle.map { String(parts[$0].dropLast(Self.bundleSuffix.count)) } ?? versionName
                let source = ModelSource(
                    modelName: modelName, versionName: versionName, contentsPath: "\(reference):\(blob.path)")
                files[model, default: []].append(ModelFile(source, bytes: bytes))
            }
        }
        var models: [VersionedModel] = []
        for (path, files) in files.sorted(by: { $0.key < $1.key }) {
            let sorted = VersionOrder.sorted(files, by: \.source.versionName)
            var model = VersionedModel(
                path: absolutePath(path), name: sorted.first?.source.modelName ?? "",
                currentName: currentNames[path] ?? sorted.first?.source.versionName)
            model.read(sorted, into: &diagnostics)
            models.append(model)
        }
        return models
    }

    private static let bundleSuffix = ".xcdatamodeld"
    private static let versionSuffix = ".xcdatamodel"

    /// Returns the files of models in the commit, by path.
    private func blobs(below path: String?) throws(GitError) -> [Blob] {
        let normalized =
            path.map { Self.normalized(prefix + WorkingDirectory(path: folder).relativePath(of: $0)) } ?? ""
        let places = normalized.isEmpty ? [] : ["--", normalized]
        let list = try git.output(["ls-tree", "-r", "-l", "-z", "--full-tree", commit] + places)
        return list.split(separator: 0).compactMap { entry in
            let parts = entry.split(separator: UInt8(ascii: "\t"), maxSplits: 1).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard parts.count == 2 else { return nil }
            let facts = parts[0].split(separator: " ").map(String.init)
            guard facts.count == 4, facts[1] == "blob", let size = Int(facts[3]) else { return nil }
            let name = parts[1]
            let isModel = name.hasSuffix(Self.versionSuffix + "/contents") || name.hasSuffix("/.xccurrentversion")
            return isModel ? Blob(object: facts[2], sizeBytes: size, path: name) : nil
        }
    }

    /// Returns the bytes of files, with one run of git.
    private func contents(of blobs: [Blob]) throws(GitError) -> [Result<[UInt8], FileError>] {
        let limit = XMLLimits().sizeBytes
        let wanted = blobs.filter { $0.sizeBytes <= limit }
        guard !wanted.isEmpty else { return blobs.map { Self.tooLarge($0) } }
        let input = wanted.map { $0.object + "\n" }.joined()
        var rest = try git.output(["cat-file", "--batch"], input: Array(input.utf8))[...]
        var results: [Result<[UInt8], FileError>] = []
        for blob in blobs {
            guard blob.sizeBytes <= limit else {
                results.append(Self.tooLarge(blob))
                continue
            }
            // A line with the object, its kind, and its size precedes the bytes and a line feed.
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")), rest.endIndex - end > blob.sizeBytes else {
                throw GitError("git cannot read '\(blob.path)' of '\(reference)'")
            }
            let bytes = rest[rest.index(after: end)...].prefix(blob.sizeBytes)
            results.append(.success([UInt8](bytes)))
            rest = rest[bytes.endIndex...].dropFirst()
        }
        return results
    }

    private static func tooLarge(_ blob: Blob) -> Result<[UInt8], FileError> {
        let reason = "it is larger than \(XMLLimits().sizeBytes) bytes"
        return .failure(FileError(path: blob.path, operation: "read", reason: reason))
    }

    /// Returns the path on disk for a path in the repository, relative to git's working directory, whose own path can
    /// contain symbolic links.
    private func absolutePath(_ path: String) -> String {
        guard path.hasPrefix(prefix) || path + "/" == prefix else {
            let root = folder.split(separator: "/").dropLast(prefix.count { $0 == "/" })
            return "/" + (root + path.split(separator: "/")).joined(separator: "/")
        }
        let rest = (path + "/").dropFirst(prefix.count).dropLast()
        return rest.isEmpty ? folder : (folder == "/" ? "" : folder) + "/" + rest
    }

    /// Returns a relative path without `.` and `..`.
    private static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    private static func line(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
