import ArgumentParser
import CommandArguments
import Foundation

extension ToolDescription {
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
