import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import GeneratedOutput
import ModelCompiler
import ModelDiagnostics
import ModelProjects
import SourcePorting

/// `modelgen port`: changes sources for Apple's framework so that they also compile on Linux.
struct Port: ParsableCommand {
    /// What to do instead of writing.
    enum Mode: String, EnumerableFlag {
        case check, dryRun

        static func help(for mode: Mode) -> ArgumentHelp? {
            switch mode {
            case .check: "List every place to change, by the command or by hand, and exit with code 1 if there are any."
            case .dryRun: "Print the changes without writing files."
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "port", abstract: "Make sources that use Apple's Core Data compile on Linux, too.",
        discussion: """
            The command rewrites what needs the Objective-C runtime, prints the changes as a unified diff, and reports \
            what is left to change by hand. The code means the same on Apple's platforms. For each model that it \
            finds, it also creates modelgen.yml, the target for the accessors of handwritten classes, and \
            Package.swift, if they are missing; for an existing Package.swift, it prints the lines to add. If a \
            specified file cannot be read as Swift, the exit code is 1.

            All files are written, or none. Comments, strings, and code that Linux does not compile stay unchanged.

            EXAMPLES:
              modelgen port --check
              modelgen port --dry-run
              modelgen port Sources/Model
              modelgen port --check --format github
            """)

    @Argument(
        help: "Swift files, or folders to search. The default is the folders Sources and Tests in the working folder.")
    var paths: [PathArgument] = []

    @Flag var mode: Mode?
    @OptionGroup var form: FormatOption<DiagnosticFormat>
    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        for path in paths { try path.refuseStandardInput() }
        let folder = WorkingDirectory.current
        let places = try paths.isEmpty ? Self.usualFolders(in: folder) : paths.map(\.absolutePath)
        let sources = try PortedFiles(at: places)
        let models = try PortedModels(at: places, in: folder)
        let ported = SourcePort.port(sources.files, entityByClass: models.entityByClass)
        let recipe = models.recipe(for: ported, in: folder)
        let report = PortReport(
            mode: mode, format: form.format(for: destination.output), sources: ported, recipe: recipe,
            unread: sources.diagnostics + models.diagnostics, folder: folder)
        if mode == nil { try report.write() }
        try report.print(to: destination)
        if mode == .check, !report.isClean { throw CommandExit.modelErrors }
        // The user has named the file, and nothing of it is ported.
        if report.hasUnreadable(among: Set(paths.map(\.absolutePath))) { throw CommandExit.modelErrors }
    }

    private static func usualFolders(in folder: WorkingDirectory) throws -> [String] {
        let places = ["Sources", "Tests"].map { folder.path + "/" + $0 }.filter(FileReader.itemExists)
        guard !places.isEmpty else {
            throw ValidationError("the working folder has neither Sources nor Tests; specify files or folders")
        }
        return places
    }
}
