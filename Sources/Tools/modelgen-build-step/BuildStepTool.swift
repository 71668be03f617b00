import FileAccess
import Foundation
import ModelCompiler

/// The program that the build tool plugin runs: `modelgen build-step` without the commands for people, because the
/// first build of every package with the plugin waits for it.
@main
struct BuildStepTool {
    static func main() {
        SystemCall.prepareProgram()
        let arguments = ProgramArguments.all()
        guard arguments.count == 2, arguments.first == "build-step", let path = arguments.last else {
            StandardError.write("usage: modelgen-build-step build-step <request>\n")
            exit(64)
        }
        exit(BuildStep.run(requestAt: path))
    }
}
