import ArgumentParser
import CommandArguments
import FileAccess
import Foundation

extension PathArgument {
    /// Throws an error if the folder that files are written to is a part of a model.
    func refuseModel() throws {
        guard let model = FilePackage.model(containing: absolutePath) else { return }
        throw ValidationError("'\(path)' is a part of the model '\(model)'; choose another folder")
    }

    /// Creates the folder that files are written to, if necessary.
    func makeOutputFolder() throws {
        do {
            try FileManager.default.createDirectory(atPath: absolutePath, withIntermediateDirectories: true)
        } catch {
            throw OutputError.unwritable(path: path, reason: error.localizedDescription)
        }
    }

    /// The file with a name in the folder.
    func output(named name: String) throws -> OutputArgument {
        let folder = URL(filePath: absolutePath, directoryHint: .isDirectory)
        return OutputArgument(try PathArgument(argument: folder.appending(path: name).path(percentEncoded: false)))
    }
}
