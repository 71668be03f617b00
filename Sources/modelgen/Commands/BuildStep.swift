import ArgumentParser
import Foundation
import TerminalOutput

/// `modelgen build-step`: what the build tool plugin runs.
struct BuildStep: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build-step",
        abstract: "Generate Swift as a step of a build, and see to it that the build is planned anew when it must be.",
        shouldDisplay: false)

    @Option(help: "A file that is one of the step's inputs for its own sake.")
    var stamp: String?

    @Option(name: .customLong("input"), parsing: .upToNextOption, help: "What the build knows as inputs of the step.")
    var inputs: [String] = []

    @Option(help: "The folder with the mark of the build plan.")
    var plan: String?

    @Option(parsing: .upToNextOption, help: "What the build plan was made from.")
    var watch: [String] = []

    @Argument(parsing: .captureForPassthrough, help: "The arguments of modelgen generate.")
    var arguments: [String] = []

    func run() async throws {
        do {
            // First of all: a model with errors must not keep the next build from being right.
            let plan = BuildPlan(watched: watch.map { URL(filePath: $0) })
            if let folder = self.plan, try plan.mark(in: URL(filePath: folder)) {
                let message = "the models or their versions have changed; the next build plans with what is new"
                StandardError.write("\(watch.first ?? ""): note: \(message)\n")
            }
        } catch {
            throw Failure.report(error)
        }
        var command = try ModelGen.parseAsRoot(["generate"] + arguments.filter { $0 != "--" })
        if let stamp, let generate = command as? Generate {
            try InputStamp(URL(filePath: stamp)).change(unless: generate.inputPaths.isSubset(of: Set(inputs)))
        }
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }
}
