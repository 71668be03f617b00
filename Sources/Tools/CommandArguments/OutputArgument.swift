package import ArgumentParser
package import FileAccess
import Foundation
import ModelCompiler
import ModelDiagnostics

/// The file, device, or pipe that a command writes its text to.
///
/// It never replaces a store, a model, a configuration, or anything that the command reads. ``refuseInputs(of:)``
/// checks this before the command starts, and every write checks it once more.
package struct OutputArgument: Sendable, Hashable {
    /// The path as it was specified.
    package let path: String

    /// Whether the path means the standard output of the process, which text can be written to in parts: for a named
    /// pipe, each part would wait for another reader.
    package var isStandardOutput: Bool { path == Self.standardOutput }

    static let standardOutput = "/dev/stdout"

    /// The extension of the file in lowercase; empty if it has none.
    package var fileExtension: String { URL(filePath: path).pathExtension.lowercased() }

    /// Creates the output of a command that writes to a path of its own accord.
    package init(_ path: PathArgument) { self.path = path.path }

    /// Writes text, in one step if it is a file, and into a device or a pipe.
    ///
    /// - Parameter replacesModelText: Whether the file can be a model in YAML.
    /// - Throws: ``OutputArgumentError``, or `FileError`; a file stays unchanged.
    package func write(_ text: String, replacesModelText: Bool = false) throws {
        try refuseProtectedFile(replacesModelText: replacesModelText)
        try FileWriter.write(Array(text.utf8), to: path)
    }

    /// - Throws: ``OutputArgumentError`` if the output would replace one of the files, under any name,
    ///   or be written into one.
    package func refuse(_ inputs: [String]) throws(OutputArgumentError) {
        guard let input = inputs.first(where: { FileStamp.areSameFile(path, $0) }) else { return }
        let names = input == path ? "'\(path)' is" : "'\(path)' and '\(input)' are the same file, which is"
        throw OutputArgumentError(description: "\(names) an input of the command; write to another file")
    }

    /// - Throws: ``OutputArgumentError`` if the output would replace a store, a model, or a configuration.
    package func refuseProtectedFile(replacesModelText: Bool = false) throws(OutputArgumentError) {
        guard let kind = ProtectedFile(at: path), !(replacesModelText && kind == .modelText) else { return }
        throw OutputArgumentError(description: "'\(path)' is \(kind.text); write to another file")
    }

    /// - Throws: ``OutputArgumentError`` if a new file at the path would become a part of an existing store or model.
    package func refusePart() throws(OutputArgumentError) {
        guard let kind = ProtectedFile(partAt: path) else { return }
        throw OutputArgumentError(description: "'\(path)' is \(kind.text); write to another file")
    }

    /// - Throws: `FileError` if the folder of the output does not exist, or cannot be reached.
    package func requireFolder() throws(FileError) {
        do throws(FileError) {
            try FileWriter.requireFolder(of: AbsolutePath.of(path))
        } catch {
            throw error.of(path)
        }
    }

    /// Checks all outputs among the arguments of a command.
    ///
    /// - Throws: ``OutputArgumentError`` if one would replace an input of the command, or a file that no output
    ///   replaces.
    package static func refuseInputs(of command: Any) throws(OutputArgumentError) {
        let arguments = PathsOfCommand(command)
        for output in arguments.outputs {
            try output.refuse(arguments.inputs.map(\.path))
            try output.refuseProtectedFile()
        }
    }
}

/// An output that would destroy a file.
package struct OutputArgumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The output, the file, and a hint.
    package var description: String

    /// - Throws: ``OutputArgumentError`` if files in a folder would be a part of a model.
    package static func check(folder path: String) throws(OutputArgumentError) {
        guard let model = FilePackage.model(containing: AbsolutePath.of(path)) else { return }
        let place = WorkingDirectory.current
        throw OutputArgumentError(
            description: "'\(place.shortenedPath(of: path))' is a part of the model "
                + "'\(place.shortenedPath(of: model))'; choose another folder")
    }
}

extension Option where Value == OutputArgument? {
    /// Creates an option with the file to write to.
    package init(
        name: NameSpecification = .long, help: ArgumentHelp? = nil, completion: CompletionKind = .file()
    ) {
        self.init(name: name, help: help, completion: completion) {
            ParsedArguments.current?.noteOutput()
            return OutputArgument(try PathArgument(outputArgument: $0))
        }
    }
}

extension String {
    /// Writes what a command has done to standard output, unless people want only results and errors.
    package func writeAsStatus() throws { if !TerminalSettings.isQuiet { try write(to: nil) } }

    /// Writes the text to a file, or without one to standard output.
    package func write(to output: OutputArgument?) throws {
        if let output { try output.write(self) } else { try FileWriter.writeToStandardOutput(Array(utf8)) }
    }
}

/// The paths among the arguments of a command, wherever it declares them.
private struct PathsOfCommand {
    private(set) var inputs: [PathArgument] = []
    private(set) var outputs: [OutputArgument] = []

    /// Options are at most this deep: in groups of groups, in the parser's wrappers, and in lists.
    private static let maximumDepth = 16

    init(_ command: Any) { collect(command, depth: 0) }

    private mutating func collect(_ value: Any, depth: Int) {
        switch value {
        case let path as PathArgument: inputs.append(path)
        case let output as OutputArgument: outputs.append(output)
        case is String: break
        default:
            guard depth < Self.maximumDepth else { return }
            for child in Mirror(reflecting: value).children { collect(child.value, depth: depth + 1) }
        }
    }
}
