import ArgumentParser
import CommandArguments
import FileAccess
import ModelCompiler
import ModelDiagnostics
import ModelProjects
import ModelValidation

/// `modelgen validate`: checks models for problems.
struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate", abstract: "Check data models for problems.",
        discussion: """
            The command checks the current version of a specified bundle, and every version of bundles in a folder. \
            The default is the models of modelgen.yml in the working folder, or the working folder.

            EXAMPLES:
              modelgen validate Models/Shop.xcdatamodeld
              modelgen validate --strict --rule relationship-inverse-missing=off
              modelgen validate Models --format sarif --output modelgen.sarif
              modelgen validate Models --write-baseline
              modelgen validate Models/Shop.xcdatamodeld --for swiftdata
            """)

    @Argument(
        help: "Bundles (.xcdatamodeld), versions (.xcdatamodel), contents files, or folders to search.")
    var models: [PathArgument] = []

    @OptionGroup var options: DiagnosticOptions
    @OptionGroup var destination: TextDestination
    @Flag(help: "Also check every version of a specified bundle.") var allVersions = false

    @Option(
        defaultAsFlag: .inUse, parsing: .next,
        help: .init(
            "Accept the current findings: write them to the file, to the baseline in use, or to "
                + "\(BaselineFile.defaultName).", valueName: "file"),
        completion: .file(extensions: ["json"]), transform: NewBaseline.init(argument:))
    var writeBaseline: NewBaseline?

    @Option(
        name: .customLong("for"), parsing: .singleValue,
        help: .init("Also report what a framework cannot express.", valueName: "framework"))
    var targets: [ValidationRule.Target] = []

    @Flag(help: "List the rules and their levels.") var listRules = false
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        if listRules {
            return try destination.write(
                RuleList.models.text(options.format(for: destination.output)))
        }
        try writeBaseline?.refusePart()
        var settings = options.settings(writingBaseline: writeBaseline, targets: targets)
        let paths = try ProjectModels.paths(models, in: &settings)
        let selection = try ModelSelection(paths, extent: allVersions ? .all : .automatic, settings: &settings)
        try options.check(settings, output: destination.output)
        let run = try ValidationRun(selection, acceptsFindings: writeBaseline != nil)
        let progress = ProgressLine("validating version", totalCount: selection.versions.count)
        let report = run.report(foldsVersions: !options.all) { progress.show($0) }
        progress.clear()
        for baseline in report.updatedBaselines where writeBaseline != nil { try baseline.write() }
        try options.write(report.diagnostics, to: destination.output)
        if StandardError.isTerminal || TerminalSettings.isVerbose { StandardError.writeNote(report.summary + "\n") }
        guard options.isPassed(report.diagnostics) else { throw CommandExit.modelErrors }
    }
}
