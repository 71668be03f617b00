import Foundation
import ModelBuild
import TerminalOutput

/// What the build tool plugin runs: `modelgen build-step` as a program of its own, without all that people need at a
/// terminal, since every adopter's first build waits for it.
@main
struct BuildStepTool {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, arguments.first == "build-step", let path = arguments.last else {
            StandardError.write("usage: modelgen-build-step build-step <request>\n")
            exit(64)
        }
        exit(await BuildStep.run(requestAt: path))
    }
}
