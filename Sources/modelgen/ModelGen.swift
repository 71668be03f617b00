import ArgumentParser
import CommandArguments
import ModelCompiler

/// The command-line tool.
@main
struct ModelGen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modelgen", abstract: "A compiler for Core Data models.",
        discussion: """
            The tool reads .xcdatamodeld bundles, checks them, and generates Swift, on Linux and macOS.

            EXAMPLE:
              modelgen generate Models/Superheroes.xcdatamodeld --output Generated
            """,
        version: ToolVersion.current,
        subcommands: [
            Generate.self, Init.self, New.self, Edit.self, Config.self, TemplateCommand.self, Validate.self, Diff.self,
            Breaking.self, Version.self, Format.self, Convert.self, Compile.self, Decompile.self, Dump.self, Graph.self,
            StoreLauncher.self, StudioLauncher.self, Manual.self, RunBuildStep.self, GenerateModels.self,
        ])

    /// The prefix of every error, including usage errors.
    static let _errorLabel = "modelgen: error"

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let compiler = AppleCompiler(programPath: CommandLine.arguments.first ?? "") {
            exit(withError: await compiler.run(arguments))
        }
        // The argument parser would report a misspelled command as an unexpected argument.
        if let suggestion = CommandSuggestion(for: arguments) {
            exit(withError: ValidationError(suggestion.message))
        }
        await runCommand(for: arguments)
    }

    /// Runs the command that the arguments specify, and ends the process if it fails.
    private static func runCommand(for arguments: [String]) async {
        let helpRequest = companionCommands.lazy.compactMap { $0.helpRequest(in: arguments) }.first
        do {
            var command: any ParsableCommand = try Generate.command(for: arguments) ?? parseAsRoot(helpRequest)
            do {
                try OutputArgument.refuseInputs(of: command)
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
            } catch {
                throw Failure.report(error)
            }
        } catch {
            exit(withError: error)
        }
    }
}
