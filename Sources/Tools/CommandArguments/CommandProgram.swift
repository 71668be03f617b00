package import ArgumentParser
import FileAccess
import Foundation

/// A program with commands: it parses the arguments, runs the command,
/// and ends the process, in the same way for all programs.
package struct CommandProgram {
    private let root: any ParsableCommand.Type
    private let parse: ([String]) throws -> any ParsableCommand
    private let shortcut: ([String]) -> (() throws -> Void)?
    private let commandError: (any Error) -> CommandError

    /// - Parameters:
    ///   - root: The command with all others.
    ///   - parse: Returns the command that arguments specify; without it, the argument parser does.
    ///   - shortcut: Returns the work of a command for arguments that need no parser and contain no common options; nil
    ///     for all others.
    ///   - commandError: Describes the errors that only commands of this program throw.
    package init(
        _ root: any ParsableCommand.Type, parse: (([String]) throws -> any ParsableCommand)? = nil,
        shortcut: @escaping ([String]) -> (() throws -> Void)? = { _ in nil },
        commandError: @escaping (any Error) -> CommandError
    ) {
        self.root = root
        self.parse = parse ?? { try root.parseAsRoot($0) }
        self.shortcut = shortcut
        self.commandError = commandError
    }

    /// The commands, which take longer to describe than some runs.
    private var tree: CommandTree { CommandTree(root) }

    /// Runs the command that arguments specify, without the name of the process, and ends the process.
    package func run(_ specified: [String]) -> Never {
        do {
            if let work = shortcut(specified) {
                try work()
                exit(0)
            }
        } catch {
            end(with: error, tree.arguments(specified))
        }
        let arguments = tree.arguments(specified)
        do {
            try refuseUnknownCommand(in: arguments)
            let (prepared, settings) = try prepare(arguments)
            var command = prepared
            try TerminalSettings.$current.withValue(settings) { try command.run() }
        } catch {
            end(with: error, arguments)
        }
        exit(0)
    }

    /// Runs the command that arguments specify, without the name of the process, and ends the process.
    package func run(_ arguments: [String]) async -> Never {
        let arguments = tree.arguments(arguments)
        do {
            try refuseUnknownCommand(in: arguments)
            let (prepared, settings) = try prepare(arguments)
            var command = prepared
            try await TerminalSettings.$current.withValue(settings) {
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            }
        } catch {
            end(with: error, arguments)
        }
        exit(0)
    }

    /// Writes the message about an error that a command survives.
    ///
    /// - Returns: The code with which the error would end the process; nil for a request for help,
    ///   which is not an error.
    package func report(_ error: any Error) -> ExitCode? {
        if let code = error as? ExitCode { return code }
        guard !(error is CleanExit) else { return nil }
        let commandError = commandError(of: error)
        commandError.write(for: nil)
        return commandError.status.code
    }

    /// The argument parser would report a misspelled command as an unexpected argument.
    private func refuseUnknownCommand(in arguments: [String]) throws {
        if let message = tree.unknownCommand(in: arguments) { throw CommandError(.usage, message) }
    }

    /// Does what comes before every command.
    ///
    /// - Returns: The command that arguments specify, and what people want to read.
    private func prepare(_ arguments: [String]) throws -> (command: any ParsableCommand, settings: TerminalSettings) {
        let parsed = ParsedArguments()
        let command = try ParsedArguments.$current.withValue(parsed) { try parse(arguments) }
        try RepeatedOptions.refuse(in: arguments, of: type(of: command))
        try parsed.options?.enterFolder()
        if parsed.hasOutput { try OutputArgument.refuseInputs(of: command) }
        return (command, parsed.options?.settings ?? TerminalSettings())
    }

    private func commandError(of error: any Error) -> CommandError { CommandError(error) ?? commandError(error) }

    private func end(with error: any Error, _ arguments: [String]) -> Never {
        if let code = error as? ExitCode { exit(code.rawValue) }
        // Only the parser can tell its own errors and requests for help apart. For that, it goes through all commands.
        guard String(reflecting: type(of: error)).hasPrefix("ArgumentParser."), !(error is ValidationError) else {
            end(with: commandError(of: error), arguments)
        }
        let code = root.exitCode(for: error)
        guard code != .success else { end(showing: root.fullMessage(for: error)) }
        end(
            with: code == .validationFailure
                ? CommandError(.usage, UsageMessage.text(root.message(for: error))) : commandError(of: error), arguments
        )
    }

    private func end(with commandError: CommandError, _ arguments: [String]) -> Never {
        commandError.write(for: tree.words(of: arguments))
        exit(commandError.status.rawValue)
    }

    /// Prints help with the footer, or other text that the arguments request, such as the version.
    private func end(showing text: String) -> Never {
        let isHelp = text.hasPrefix("OVERVIEW: ") || text.hasPrefix("USAGE: ")
        let lines = text.split(separator: /\n+$/, maxSplits: 1).first.map(String.init) ?? text
        do {
            try (isHelp ? "\(lines)\n\n\(ExitStatus.helpFooter)\n" : text + "\n").write(to: nil)
        } catch {
            commandError(of: error).write(for: nil)
            exit(ExitStatus.fileSystem.rawValue)
        }
        exit(0)
    }
}
