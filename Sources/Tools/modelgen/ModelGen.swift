import ArgumentParser
import CommandArguments
import FileAccess
import ModelCompiler

/// The command-line tool.
@main
struct ModelGen: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modelgen", abstract: "A compiler for Core Data models.",
        discussion: """
            The tool reads .xcdatamodeld bundles, checks them, and generates Swift, without Xcode.

            EXAMPLE:
              modelgen generate Models/Superheroes.xcdatamodeld --output Generated
            """,
        version: ToolVersion.current,
        subcommands: [
            Generate.self, Init.self, New.self, Edit.self, Config.self, TemplateCommand.self, Validate.self, Diff.self,
            Breaking.self, Version.self, Format.self, Port.self, Convert.self, Compile.self, Decompile.self, Dump.self,
            Graph.self,
            StoreLauncher.self, StudioLauncher.self, Manual.self, RunBuildStep.self, GenerateModels.self,
        ])

    static var program: CommandProgram {
        CommandProgram(
            ModelGen.self,
            parse: { arguments in
                let helpRequest = companionCommands.lazy.compactMap { $0.helpRequest(in: arguments) }.first
                return try Generate.command(for: arguments) ?? parseAsRoot(helpRequest ?? arguments)
            }, shortcut: { Generation(plainArguments: $0)?.run }, commandError: CommandError.init(ofModels:))
    }

    static func main() {
        SystemCall.prepareProgram()
        let arguments = ProgramArguments.all()
        if let compiler = AppleCompiler(programPath: CommandLine.arguments.first ?? "") {
            exit(withError: compiler.run(arguments))
        }
        program.run(arguments)
    }
}
