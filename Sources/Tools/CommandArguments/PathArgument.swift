package import ArgumentParser
import FileAccess
import Foundation
import ModelCompiler

/// The path of a file or folder in an argument, or the address of a database. It is never empty: an empty path would
/// mean the working directory.
///
/// The parser's own wrappers accept it only through the initializers below, so every argument of this type is checked.
package struct PathArgument: Sendable, Hashable {
    /// The path as it was specified, unless it begins with a tilde, or goes up behind a link; see
    /// `SymbolicLink.resolvingParents(in:)`.
    package let path: String

    /// Creates a path to read from; `-` means standard input.
    ///
    /// - Throws: `ValidationError` for an empty path.
    package init(argument: String) throws { try self.init(argument, standardStream: FileReader.standardInput) }

    /// Creates a path to write to; `-` means standard output.
    ///
    /// - Throws: `ValidationError` for an empty path.
    package init(outputArgument: String) throws {
        try self.init(outputArgument, standardStream: OutputArgument.standardOutput)
    }

    /// Creates the path of a file, a folder, or a bundle to write, which cannot be a stream.
    ///
    /// - Throws: `ValidationError` for an empty path, and for `-`.
    package init(targetArgument: String) throws {
        try self.init(argument: targetArgument)
        guard !isStandardInput else {
            throw ValidationError("only text can go to standard output; specify a file or folder")
        }
    }

    private init(_ argument: String, standardStream: String) throws {
        guard !argument.isEmpty else { throw ValidationError("the path is empty; specify a file or folder") }
        path = argument == "-" ? standardStream : SymbolicLink.resolvingParents(in: Self.withoutTilde(argument))
    }

    /// The path with the home folder in the place of a tilde, which shells leave after an equals sign.
    ///
    /// Foundation replaces more, such as `~name`, and only where it makes a URL of a path. Then a file would be read in
    /// one place and written in another.
    private static func withoutTilde(_ path: String) -> String {
        guard path.hasPrefix("~") else { return path }
        guard path == "~" || path.hasPrefix("~/") else { return "./" + path }
        let variable = ProcessInfo.processInfo.environment["HOME"] ?? ""
        return (variable.isEmpty ? NSHomeDirectory() : variable) + path.dropFirst()
    }

    /// - Throws: `ValidationError` if the path means standard input, for a command that changes what is at the path.
    package func refuseStandardInput() throws {
        if isStandardInput { throw ValidationError("the command changes files; specify a path, not standard input") }
    }

    /// Whether the path means the standard input of the process.
    package var isStandardInput: Bool { path == FileReader.standardInput }

    /// The absolute path.
    package var absolutePath: String { AbsolutePath.of(path) }
}

extension Argument where Value == PathArgument {
    /// Creates a required argument with a path.
    package init(help: ArgumentHelp? = nil, completion: CompletionKind = .file()) {
        self.init(help: help, completion: completion, transform: PathArgument.init(argument:))
    }
}

extension Argument where Value == PathArgument? {
    /// Creates an optional argument with a path.
    package init(help: ArgumentHelp? = nil, completion: CompletionKind = .file()) {
        self.init(help: help, completion: completion, transform: PathArgument.init(argument:))
    }
}

extension Argument where Value == [PathArgument] {
    /// Creates an argument with at least one path.
    package init(help: ArgumentHelp? = nil, completion: CompletionKind = .file()) {
        self.init(help: help, completion: completion, transform: PathArgument.init(argument:))
    }

    /// Creates an argument with any number of paths.
    package init(wrappedValue: [PathArgument], help: ArgumentHelp? = nil, completion: CompletionKind = .file()) {
        self.init(
            wrappedValue: wrappedValue, help: help, completion: completion, transform: PathArgument.init(argument:))
    }
}

extension Option where Value == PathArgument {
    /// Creates a required option with the path of what a command writes.
    package init(
        target name: NameSpecification, help: ArgumentHelp? = nil, completion: CompletionKind = .file()
    ) {
        self.init(name: name, help: help, completion: completion, transform: PathArgument.init(targetArgument:))
    }
}

extension Option where Value == PathArgument? {
    /// Creates an option with a path to read.
    package init(
        name: NameSpecification = .long, help: ArgumentHelp? = nil, completion: CompletionKind = .file()
    ) {
        self.init(name: name, help: help, completion: completion, transform: PathArgument.init(argument:))
    }

    /// Creates an option with the path of what a command writes.
    package init(
        target name: NameSpecification, help: ArgumentHelp? = nil, completion: CompletionKind = .file()
    ) {
        self.init(name: name, help: help, completion: completion, transform: PathArgument.init(targetArgument:))
    }
}
