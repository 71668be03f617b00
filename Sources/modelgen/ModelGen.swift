import ArgumentParser

/// The command-line tool.
@main
struct ModelGen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modelgen",
        abstract: "A compiler for Core Data models.",
        discussion: """
            Reads .xcdatamodeld bundles, checks them, and generates Swift, on every platform Swift runs on.

            EXAMPLE:
              modelgen generate Models/Superheroes.xcdatamodeld --output Sources/App/Generated
            """,
        version: "0.1.0",
        subcommands: [
            Generate.self, Init.self, Config.self, TemplateCommand.self, Validate.self, Format.self, Dump.self,
            Graph.self, StoreLauncher.self, Manual.self, RunBuildStep.self, GenerateModels.self,
        ])

    static func main() async {
        // The argument parser suggests options, and would call a misspelled command an unexpected argument.
        if let suggestion = CommandSuggestion(for: Array(CommandLine.arguments.dropFirst())) {
            exit(withError: ValidationError(suggestion.message))
        }
        if let generate = Generate.command(for: CommandLine.arguments) {
            await generate.runToTheEnd()
        } else {
            await main(nil)
        }
    }
}
