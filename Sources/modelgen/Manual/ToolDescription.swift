import ArgumentParser
import Foundation

/// What the argument parser says about the tool, as far as the manual needs it: the form of
/// `--experimental-dump-help`.
struct ToolDescription: Decodable {
    struct Command: Decodable {
        var commandName: String
        var shouldDisplay: Bool?
        var abstract: String?
        var discussion: String?
        var subcommands: [Command]?
        var arguments: [Argument]?

        /// Those that are shown, as they were declared. The parser's own `help` is not among them.
        var shownSubcommands: [Command] {
            (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
        }

        /// Those that are shown, without `--help` and `--version`, which every command has.
        var shownArguments: [Argument] {
            (arguments ?? []).filter { argument in
                argument.shouldDisplay && !["help", "version"].contains(argument.preferredName?.name)
            }
        }
    }

    struct Argument: Decodable {
        struct Name: Decodable, Hashable {
            var kind: String
            var name: String

            /// As it is typed: `--output`, `-o`.
            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        /// `positional`, `option` or `flag`.
        var kind: String
        var shouldDisplay: Bool
        var isOptional: Bool
        var isRepeating: Bool
        var names: [Name]?
        var preferredName: Name?
        var valueName: String?
        var defaultValue: String?
        var allValues: [String]?
        var abstract: String?
        var discussion: String?
    }

    var command: Command

    /// The description of this tool, with the commands of the program behind `modelgen store` where that is installed.
    static func own() throws -> ToolDescription {
        var tool = try JSONDecoder().decode(ToolDescription.self, from: Data(ModelGen._dumpHelp().utf8))
        guard let store = try ofStore() else { return tool }
        tool.command.subcommands = tool.command.subcommands?.map { command in
            guard command.commandName == StoreLauncher.configuration.commandName else { return command }
            var command = command
            command.discussion = store.command.discussion
            command.subcommands = store.command.subcommands
            return command
        }
        return tool
    }

    /// What the program behind `modelgen store` says about itself; nil where there is none.
    static func ofStore() throws -> ToolDescription? {
        guard let path = StoreLauncher.programPath else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["--experimental-dump-help"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(ToolDescription.self, from: text)
    }
}
