package import ArgumentParser
package import FileAccess
import Foundation

/// The options that every command of every program has, with the same names and meanings.
package struct CommonOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong,
        help: "Print only results and errors, without notes, warnings, summaries, and progress.")
    package var quiet = false

    @Flag(
        name: .shortAndLong,
        help: "Also print what has not changed, and what the command decides by itself.")
    package var verbose = false

    @Option(help: "When to color messages. With auto, on a terminal unless NO_COLOR is set.")
    package var color: TerminalSettings.Color = .auto

    @Option(
        name: .customShort("C"),
        help: .init("Run in this folder. Other paths are relative to it.", valueName: "folder"),
        completion: .directory)
    package var folder: PathArgument?

    package init() {}

    package func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose contradict each other; specify one of them") }
        // The program applies them before it runs the command.
        ParsedArguments.current?.note(self)
    }

    /// The arguments for another program that does the work of the command in the folder.
    package var arguments: [String] {
        (quiet ? ["--quiet"] : []) + (verbose ? ["--verbose"] : []) + ["--color", color.rawValue]
    }

    package var settings: TerminalSettings {
        TerminalSettings(amount: quiet ? .quiet : verbose ? .verbose : .usual, color: color)
    }

    /// Makes the folder the working directory of the process.
    ///
    /// - Throws: ``CommandError``.
    package func enterFolder() throws {
        guard let folder else { return }
        guard FileManager.default.changeCurrentDirectoryPath(folder.path) else {
            let reason = String(cString: strerror(errno))
            throw CommandError(
                .fileSystem,
                "the folder '\(folder.path)' cannot be entered: \(reason.prefix(1).lowercased() + reason.dropFirst())")
        }
    }

    /// The number of arguments of a common option at the beginning of some arguments; nil if there is none.
    static func count(atBeginningOf arguments: ArraySlice<String>) -> Int? {
        switch arguments.first {
        case "-q", "--quiet", "-v", "--verbose": 1
        case "-C", "--color": min(2, arguments.count)
        case let argument? where argument.hasPrefix("--color="): 1
        default: nil
        }
    }
}

extension TerminalSettings.Color: ExpressibleByArgument {}
