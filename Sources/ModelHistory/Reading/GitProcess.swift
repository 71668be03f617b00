import FileAccess
import Foundation

/// Runs `git` in a folder. It reads objects only: no hook and no filter of the repository runs.
struct GitProcess: Sendable {
    /// The folder that it runs in.
    let folder: String

    /// What `git` writes for arguments.
    ///
    /// - Parameter input: What it reads from standard input.
    /// - Throws: ``GitFailure`` where there is no `git`, or where it ends with an error.
    func output(_ arguments: [String], input: [UInt8] = []) throws(GitFailure) -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder] + arguments
        let (output, input) = (Pipe(), Self.file(holding: input))
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            throw GitFailure("git cannot be started: \(error.localizedDescription)")
        }
        let bytes = (try? output.fileHandleForReading.readToEnd()) ?? Data()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw GitFailure("git \(arguments.first ?? "") ended with code \(process.terminationStatus)")
        }
        return [UInt8](bytes)
    }

    /// A file without a name: a pipe would fill up as long as nobody reads what git writes.
    private static func file(holding bytes: [UInt8]) -> FileHandle? {
        guard !bytes.isEmpty else { return nil }
        let path = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: path.path(percentEncoded: false), contents: Data(bytes)) else {
            return nil
        }
        defer { try? FileManager.default.removeItem(at: path) }
        return try? FileHandle(forReadingFrom: path)
    }
}
