import ArgumentParser
import ModelCompiler

/// The command-line tool.
@main
struct ModelGen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modelgen",
        abstract: "A compiler for Core Data models.",
        discussion: """
            The tool reads .xcdatamodeld bundles, checks them, and generates Swift, on every platform that Swift supports.

            EXAMPLE:
              modelgen generate Models/Superheroes.xcdatamodeld --output Generated
            """,
        version: ToolVersion.current,
        subcommands: [
            Generate.self, Init.self, New.self, Edit.self, Config.self, TemplateCommand.self, Validate.self, Diff.self,
            Breaking.self, Version.self, Format.self, Convert.self, Dump.self, Graph.self, StoreLauncher.self,
            StudioLauncher.self,
            Manual.self, RunBuildStep.self, GenerateModels.self,
        ])

    /// What every error begins with, those of usage too.
    static let _errorLabel = "modelgen: error"

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // The argument parser suggests options, and would call a misspelled command an unexpected argument.
        if let suggestion = CommandSuggestion(for: arguments) {
            exit(withError: ValidationError(suggestion.message))
        }
        if let request = companionCommands.lazy.compactMap({ $0.helpRequest(in: arguments) }).first {
            return await main(request)
        }
        if let generate = Generate.command(for: CommandLine.arguments) {
            await generate.runToTheEnd()
        } else {
            await main(nil)
        }
    }
}
