import CommandArguments
import FileAccess
import Foundation

extension PathArgument {
    /// Creates the folder that files are written to, if necessary.
    func makeOutputFolder() throws {
        if let kind = FileKind(at: absolutePath), kind != .folder {
            throw OutputError.unwritable(path: path, reason: "it is not a folder; write to another folder")
        }
        do {
            try FileManager.default.createDirectory(atPath: absolutePath, withIntermediateDirectories: true)
        } catch {
            throw OutputError.unwritable(path: path, reason: FileError.reason(for: error))
        }
    }

    /// The file with a name in the folder.
    func output(named name: String) throws -> OutputArgument {
        let folder = URL(filePath: absolutePath, directoryHint: .isDirectory)
        return OutputArgument(try PathArgument(argument: folder.appending(path: name).path(percentEncoded: false)))
    }
}
