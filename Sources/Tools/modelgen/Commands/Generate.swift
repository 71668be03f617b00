import ArgumentParser
import CommandArguments
import ModelProjects

/// `modelgen generate`: generates Swift from models.
struct Generate: ParsableCommand {
    static let name = "generate"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Generate Swift from data models.",
        discussion: """
            The command writes only files that change, and removes files that it no longer generates. If a model has \
            an error, or someone edited a generated file, it writes nothing. Options override modelgen.yml.

            EXAMPLES:
              modelgen generate Models/Superheroes.xcdatamodeld --output Generated
              modelgen generate Models --output Generated --layout model
              modelgen generate
              modelgen generate --check
              modelgen generate --watch
            """)

    @Argument(
        help: """
            Bundles (.xcdatamodeld), versions (.xcdatamodel), contents files, or folders to search. The default is the \
            models of modelgen.yml in the working folder.
            """)
    var models: [PathArgument] = []

    @OptionGroup(title: "Output Options") var output: OutputOptions
    @OptionGroup(title: "Code Options") var code: CodeOptions
    @OptionGroup(title: "Template Options") var templates: TemplateOptions
    @OptionGroup(title: "Diagnostic Options") var options: DiagnosticOptions
    @Flag(help: "Generate again when a model, its configuration, or a template changes, until interrupted.")
    var watch = false

    @OptionGroup(title: "Common Options") var common: CommonOptions

    /// The command, if the arguments of the process specify it and are valid.
    ///
    /// Parsing the options of all commands would take longer than an unchanged run. The parser of all commands handles
    /// everything else, including help and errors.
    static func command(for arguments: [String]) -> Generate? {
        guard arguments.first == name else { return nil }
        return try? parse(Array(arguments.dropFirst()))
    }

    func validate() throws {
        if output.mode == .stdout, options.format(for: nil) != .text {
            throw ValidationError("--stdout cannot be combined with --format, because both print to standard output")
        }
        if watch, output.mode != nil {
            throw ValidationError("--watch writes files; leave out --check, --dry-run, and --stdout")
        }
    }

    func run() throws { try generation.run() }

    /// What the arguments specify.
    var generation: Generation {
        Generation(
            models: models, specified: output.complete(templates.complete(code.settings)),
            replacedClasses: code.types.map(\.name), mode: output.mode,
            policy: output.policy(includesAllModels: models.isEmpty), usesCache: output.cache,
            requiresModels: templates.requireModels, watches: watch, diagnosticOptions: options)
    }
}
