import ArgumentParser
import FileAccess
import Foundation
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import ModelValidation

/// The options that every command with diagnostics has: which rules hold, and how what they find is written.
struct DiagnosticOptions: ParsableArguments {
    @Option(help: "The format of diagnostics. Text goes to standard error, and other formats go to standard output.")
    var format: DiagnosticFormat = .text

    @Option(
        help: .init("The configuration file to use instead of the modelgen.yml of each model.", valueName: "file"),
        completion: .file(extensions: ["yml", "yaml"]))
    var config: String?

    @Option(
        name: .customLong("rule"),
        help: .init("Set the level of a rule: off, note, warning, or error.", valueName: "code=level"),
        transform: RuleLevelSetting.init(argument:))
    var rules: [RuleLevelSetting] = []

    @Option(
        help: .init("Leave out findings that this baseline accepts.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var baseline: String?

    @Flag(help: "Treat warnings as errors.") var strict = false

    @Flag(help: "Show all findings, even hundreds of one kind and those that older versions repeat.") var all = false

    /// What flags and configurations say.
    ///
    /// - Parameters:
    ///   - fallbackBaseline: The path of the baseline where nothing names one.
    ///   - generation: What flags say about generated code.
    func settings(
        fallbackBaseline: String? = nil, generation: GenerationSettings = GenerationSettings()
    ) -> ProjectSettings {
        ProjectSettings(
            workingFolder: AbsolutePath.of("."), configurationPath: config.map(AbsolutePath.of),
            ruleLevels: Dictionary(rules.map { ($0.code, $0.level) }, uniquingKeysWith: { $1 }),
            baselinePath: baseline.map(AbsolutePath.of), fallbackBaselinePath: fallbackBaseline,
            generation: generation)
    }

    /// Writes diagnostics in the form that was asked for.
    ///
    /// - Parameter output: The file to write; nil for standard error or standard output.
    func write(_ diagnostics: [LocatedDiagnostic], to output: String? = nil) throws {
        if format == .text, output == nil {
            TerminalDiagnostics.write(diagnostics, context)
        } else {
            try TextDestination.write(format.formatter(context).format(diagnostics), to: output)
        }
    }

    /// What the forms of diagnostics say besides them, and how much.
    var context: DiagnosticContext {
        var context = DiagnosticContext.ofTool
        if all { context.shownCount = nil }
        return context
    }

    /// Whether models with these diagnostics are good enough.
    func isPassed(_ diagnostics: [LocatedDiagnostic]) -> Bool {
        !diagnostics.contains { $0.severity == .error || (strict && $0.severity == .warning) }
    }

    /// Ends the command when a configuration has errors, which counts as wrong usage.
    func check(_ settings: ProjectSettings, output: String? = nil) throws {
        guard !settings.diagnostics.isEmpty else { return }
        try write(settings.diagnostics, to: output)
        throw ExitCode.validationFailure
    }
}

extension DiagnosticContext {
    /// What this tool says besides the diagnostics, in the folder it was started in.
    static var ofTool: DiagnosticContext {
        DiagnosticContext(
            toolName: "modelgen", toolVersion: ModelGen.configuration.version, rules: KnownRules.all,
            helpAddress: ToolHome.diagnosticsPage, workingFolder: WorkingFolder(path: AbsolutePath.of(".")))
    }
}

extension RuleLevelSetting {
    /// Reads `code=level`.
    fileprivate init(argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw ValidationError("specify code=level, such as name-is-keyword=off") }
        do {
            try self.init(code: parts[0], level: parts[1])
        } catch {
            throw ValidationError("\(error.message); \(error.hint)")
        }
    }
}
