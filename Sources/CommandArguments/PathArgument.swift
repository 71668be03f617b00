package import ArgumentParser
import ModelCompiler

/// The path of a file or folder in an argument, or the address of a database. It is never empty: an empty path would mean
/// the working folder.
///
/// The parser's own wrappers accept it only through the initializers below, so every argument of this type is checked.
package struct PathArgument: Sendable, Hashable {
    /// The path as it was specified.
    package let path: String

    /// - Throws: `ValidationError` for an empty path.
    package init(argument: String) throws {
        guard !argument.isEmpty else { throw ValidationError("the path is empty; specify a file or folder") }
        path = argument
    }

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
    /// Creates a required option with a path.
    package init(
        name: NameSpecification = .long, help: ArgumentHelp? = nil, completion: CompletionKind = .file()
    ) {
        self.init(name: name, help: help, completion: completion, transform: PathArgument.init(argument:))
    }
}

extension Option where Value == PathArgument? {
    /// Creates an option with a path.
    package init(
        name: NameSpecification = .long, help: ArgumentHelp? = nil, completion: CompletionKind = .file()
    ) {
        self.init(name: name, help: help, completion: completion, transform: PathArgument.init(argument:))
    }
}
