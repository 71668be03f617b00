import ArgumentParser
import ModelBuild

/// `modelgen build-step`: what the build tool plugin runs where the tool was not built, but downloaded.
struct RunBuildStep: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build-step", abstract: "Generate Swift as a step of a build.", shouldDisplay: false)

    @Argument(help: "The file in which the plugin says what it wants.")
    var request: String

    func run() async throws {
        throw ExitCode(await BuildStep.run(requestAt: request))
    }
}
