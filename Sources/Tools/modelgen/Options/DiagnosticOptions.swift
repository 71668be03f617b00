import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import ModelProjects
import ModelValidation

/// The options of every command with diagnostics: the levels of rules, and the format of findings.
struct DiagnosticOptions: ParsableArguments {
    // Not a group, because the argument parser checks groups within groups again and again in debug builds.
    @Option(name: .customLong("format"), help: DiagnosticFormat.optionHelp)
    var specifiedFormat: DiagnosticFormat?

    @Option(
        help: .init("The configuration file to use instead of the modelgen.yml of each model.", valueName: "file"),
        completion: .file(extensions: ["yml", "yaml"]))
    var config: PathArgument?

    @Option(
        name: .customLong("rule"),
        help: .init("Set the level of a rule: off, note, warning, or error.", valueName: "code=level"),
        transform: RuleLevelSetting.init(argument:))
    var rules: [RuleLevelSetting] = []

    @Option(
        help: .init("Leave out findings that this baseline accepts.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var baseline: PathArgument?

    @Flag(help: "Treat warnings as errors.") var strict = false
    @Flag(help: "Show all findings, even hundreds of one kind and those that older versions repeat.") var all = false

    /// The settings from the options and the configurations.
    ///
    /// - Parameters:
    ///   - newBaseline: The value of `--write-baseline`, whose file overrides every other baseline.
    ///   - targets: The frameworks that models are meant for.
    ///   - generation: The options for generated code.
    func settings(
        writingBaseline newBaseline: NewBaseline? = nil, targets: [ValidationRule.Target] = [],
        generation: GenerationSettings = GenerationSettings()
    ) -> ProjectSettings {
        ProjectSettings(
            workingDirectory: AbsolutePath.of("."), configurationPath: config?.absolutePath,
            ruleLevels: Dictionary(rules.map { ($0.code, $0.level) }, uniquingKeysWith: { $1 }),
            targets: Set(targets), baselinePath: (newBaseline?.file ?? baseline)?.absolutePath,
            fallbackBaselinePath: newBaseline.map { _ in AbsolutePath.of(BaselineFile.defaultName) },
            generation: generation)
    }

    /// The form for an output.
    ///
    /// - Parameter output: The file; nil for standard error or standard output.
    func format(for output: OutputArgument?) -> DiagnosticFormat {
        DiagnosticFormat.format(for: output, specified: specifiedFormat)
    }

    /// Writes diagnostics in the chosen format.
    ///
    /// - Parameter output: The file to write; nil for standard error or standard output.
    func write(_ diagnostics: [LocatedDiagnostic], to output: OutputArgument? = nil) throws {
        let format = self.format(for: output)
        if format == .text, output == nil {
            TerminalDiagnostics.write(diagnostics, context)
        } else {
            try format.formatter(context).format(diagnostics).write(to: output)
        }
    }

    /// The tool's context, without a limit on shown findings if `--all` is set.
    private var context: DiagnosticContext {
        var context = DiagnosticContext.ofTool
        if all { context.maximumCount = nil }
        return context
    }

    /// Whether the diagnostics contain no errors, and no warnings if `--strict` is set.
    func isPassed(_ diagnostics: [LocatedDiagnostic]) -> Bool {
        !diagnostics.contains { $0.severity == .error || (strict && $0.severity == .warning) }
    }

    /// Ends the command if a configuration has errors, which count as incorrect usage.
    func check(_ settings: ProjectSettings, output: OutputArgument? = nil) throws {
        guard !settings.diagnostics.isEmpty else { return }
        try write(settings.diagnostics, to: output)
        throw ExitCode.validationFailure
    }
}

/// The baseline that `--write-baseline` writes.
enum NewBaseline: Sendable, Hashable, CustomStringConvertible {
    /// The baseline in use, or else the default one.
    case inUse
    case file(PathArgument)

    init(argument: String) throws { self = .file(try PathArgument(argument: argument)) }

    /// The file; nil for the baseline in use.
    var file: PathArgument? { if case .file(let path) = self { path } else { nil } }

    /// Nothing, because the help of the option explains its default.
    var description: String { file?.path ?? "" }

    /// - Throws: `OutputArgumentError` if the file is, or would become, a part of a store or a model.
    func refusePart() throws { if let file { try OutputArgument(file).refusePart() } }
}

extension DiagnosticContext {
    /// The context of this tool's diagnostics, in the working directory.
    static var ofTool: DiagnosticContext {
        DiagnosticContext(
            toolName: "modelgen", toolVersion: ModelGen.configuration.version, rules: KnownRules.all,
            helpURL: ToolHome.diagnosticsPage, workingDirectory: .current)
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

extension DiagnosticOptions {
    /// The options of arguments that contain none of them. Without the parser, options have no values, not even their
    /// defaults.
    static var unspecified: DiagnosticOptions {
        var options = DiagnosticOptions()
        (options.specifiedFormat, options.config, options.baseline) = (nil, nil, nil)
        (options.rules, options.strict, options.all) = ([], false, false)
        return options
    }
}
