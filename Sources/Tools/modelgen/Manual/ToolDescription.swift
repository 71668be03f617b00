import ArgumentParser
import Foundation

/// The argument parser's description of the tool: the parts of `--experimental-dump-help` that the manual needs.
struct ToolDescription: Decodable {
    struct Command: Decodable {
        var commandName: String
        var shouldDisplay: Bool?
        var abstract: String?
        var discussion: String?
        var subcommands: [Command]?
        var arguments: [Argument]?

        /// The visible subcommands in order of declaration, without the parser's own `help`.
        var shownSubcommands: [Command] {
            (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
        }

        /// The visible arguments, without `--help` and `--version`, which every command has.
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

            /// The name with its dashes, such as `--output`.
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

    /// The description of this tool, including those of the installed companion programs.
    static func own() throws -> ToolDescription {
        var tool = try JSONDecoder().decode(ToolDescription.self, from: Data(ModelGen._dumpHelp().utf8))
        for program in companionCommands.map({ $0.program }) {
            guard let companion = try program.description()?.command else { continue }
            tool.command.subcommands = tool.command.subcommands?.map { command in
                guard command.commandName == program.commandName else { return command }
                var command = command
                command.discussion = companion.discussion
                command.subcommands = companion.subcommands
                if companion.shownSubcommands.isEmpty { command.arguments = companion.arguments }
                return command
            }
        }
        return tool
    }
}
