import ArgumentParser
import CommandArguments
import ModelCompiler

/// `modelgen build-step`: the command that the build tool plugin runs if the tool was downloaded.
struct RunBuildStep: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build-step", abstract: "Generate Swift as a build step.", shouldDisplay: false)

    @Argument(help: "The file with the request of the plugin.") var request: PathArgument

    func run() throws { throw ExitCode(BuildStep.run(requestAt: request.path)) }
}
