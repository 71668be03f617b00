import FileAccess
import Foundation

/// Runs `git` in a folder. It only reads objects, so no hooks or filters of the repository run.
struct GitProcess: Sendable {
    private let folder: String
    private let environment: [String: String]

    /// Creates a process.
    ///
    /// - Parameters:
    ///   - folder: The working directory, which determines the repository.
    ///   - environment: The environment variables of this process.
    init(folder: String, environment: [String: String]) {
        self.folder = folder
        // Hooks of linked worktrees set only the repository, so git would treat every folder as the root of the
        // worktree.
        let isMisleading = environment["GIT_WORK_TREE"] == nil
        self.environment = environment.filter { !isMisleading || $0.key != "GIT_DIR" }
    }

    /// Returns the output of `git`.
    ///
    /// - Parameter input: The standard input.
    /// - Throws: ``GitError`` if `git` is missing, or with its own message if it fails.
    func output(_ arguments: [String], input: [UInt8] = []) throws(GitError) -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder] + arguments
        process.environment = environment
        let (output, errors) = (Pipe(), try Self.file(containing: []))
        process.standardInput = input.isEmpty ? FileHandle.nullDevice : try Self.file(containing: input)
        process.standardOutput = output
        process.standardError = errors
        do {
            try process.run()
        } catch {
            throw GitError("git cannot be started: \(error.localizedDescription)")
        }
        let bytes = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            let reason = Self.reason(in: errors)
            throw GitError(
                "git \(arguments.first ?? "") exited with code \(process.terminationStatus)"
                    + (reason.map { ": \($0)" } ?? ""), reason: reason)
        }
        return [UInt8](bytes)
    }

    /// Returns git's error message in one line; nil if there is none.
    private static func reason(in errors: FileHandle) -> String? {
        let mark = "fatal: "
        guard (try? errors.seek(toOffset: 0)) != nil, let bytes = try? errors.read(upToCount: 1 << 16) else {
            return nil
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        let reason = (lines.first { $0.hasPrefix(mark) }?.dropFirst(mark.count)).map(String.init) ?? lines.first
        // Git's own remedy is in other lines.
        let remedy = lines.first { $0.contains("git config") && $0.contains("safe.directory") }
        return reason.map { $0 + (remedy.map { "; trust it with: \($0.trimmingCharacters(in: .whitespaces))" } ?? "") }
    }

    /// Returns a file without a name, because a pipe would block if it were full.
    private static func file(containing bytes: [UInt8]) throws(GitError) -> FileHandle {
        let file = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString)")
        let path = file.path(percentEncoded: false)
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
            throw GitError("'\(path)', the input of git, cannot be written")
        }
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            return try FileHandle(forUpdating: file)
        } catch {
            throw GitError("'\(path)', the input of git, cannot be read: \(error.localizedDescription)")
        }
    }
}

/// The reason why something cannot be read from a repository.
package struct GitError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem, as a clause: `there is no commit 'main'`.
    package var description: String
    /// Git's error message; nil if there is none.
    var reason: String?

    init(_ description: String, reason: String? = nil) {
        self.description = description
        self.reason = reason
    }
}
