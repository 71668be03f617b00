import ArgumentParser
import GeneratedOutput
import ModelCodegen
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import TerminalOutput

/// `modelgen generate`: models in, Swift files out.
struct Generate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate Swift from data models.",
        discussion: """
            The command writes only files that change, and removes files that it no longer generates. If a model has an \
            error, or someone edited a generated file, it writes nothing. Options override modelgen.yml.

            Exit codes: 0 success, 1 errors in models or out-of-date output, 64 incorrect usage, 74 file system errors.

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
            """,
        completion: .file())
    var models: [String] = []

    @OptionGroup(title: "Output Options") var output: OutputOptions

    @OptionGroup(title: "Code Options") var code: CodeOptions

    @OptionGroup(title: "Template Options") var templates: TemplateOptions

    @OptionGroup(title: "Diagnostic Options") var options: DiagnosticOptions

    @Flag(help: "Print what happens to each file.") var verbose = false

    @Flag(help: "Generate again when a model, its configuration, or a template changes, until interrupted.")
    var watch = false

    /// The command, when that is what the arguments of the process ask for, and nothing is wrong with them.
    ///
    /// An unchanged run takes hardly longer than reading the options of all commands would. Everything else, help and
    /// errors too, is for the reader of all commands.
    static func command(for arguments: [String]) -> Generate? {
        guard arguments.count > 1, arguments[1] == configuration.commandName else { return nil }
        return try? parse(Array(arguments.dropFirst(2)))
    }

    /// Runs the command, and ends the process where it fails.
    func runToTheEnd() async {
        do {
            try await run()
        } catch {
            ModelGen.exit(withError: error)
        }
    }

    func validate() throws {
        if models.contains("") { throw ValidationError("the name of a model is empty") }
        if output.mode == .stdout, options.format != .text {
            throw ValidationError("--stdout cannot be combined with --format, because both print to standard output")
        }
        if watch, output.mode != nil {
            throw ValidationError("--watch writes files; leave out --check, --dry-run, and --stdout")
        }
    }

    func run() async throws {
        guard watch else { return try await generate() }
        while true {
            // Before the run, so that what changes meanwhile is not missed.
            let before = try watchedFiles()
            do {
                try await generate()
            } catch is ExitCode {
                // It has been said what is wrong, and can be mended while this goes on.
            }
            StandardError.write("modelgen: waiting for changes; press Control-C to stop\n")
            try await waitForChange(since: before)
        }
    }

    /// Waits until files have changed, and a moment has passed since: what is still being written would be read in part.
    private func waitForChange(since before: WatchedFiles) async throws {
        var last = before
        while true {
            let now = try watchedFiles()
            if now != before, now == last { return }
            last = now
            try await Task.sleep(for: .milliseconds(now == before ? 300 : 50))
        }
    }

    /// What a change of has the code generated again.
    private func watchedFiles() throws -> WatchedFiles {
        do {
            var settings = projectSettings
            let named = try ProjectModels.listed(models, in: &settings, mayBeGone: true)
            let ownPlaces = [AbsolutePath.of(ProjectConfiguration.fileName)] + [templates.templates].compactMap { $0 }
            return try WatchedFiles(models: named, isListed: models.isEmpty, settings: settings, others: ownPlaces)
        } catch {
            throw Failure.report(error)
        }
    }

    private func generate() async throws {
        do {
            var settings = projectSettings
            var report = GenerationReport(mode: output.mode, isVerbose: verbose, listsChanges: watch, options: options)
            let run = try GenerationRun(try requests(&settings, &report.diagnostics))
            report.diagnostics += run.templateDiagnostics
            var progress = ProgressLine("reading model", totalCount: run.count)
            let cache: GenerationCache? = output.cache && output.mode != .stdout ? .ofUser : nil
            let models = try await run.check(cache: cache) { progress.show($0) }
            progress.clear()
            report.diagnostics += models.flatMap(\.diagnostics)
            guard options.isPassed(report.diagnostics) else {
                try report.write()
                throw Failure.modelErrors
            }
            if output.mode == .stdout {
                try report.write(try await GenerationRun.generate(models).flatMap { $0 })
            } else {
                try await deliver(models, cache, &report)
            }
        } catch let failure as TemplateFailure {
            try options.write([failure.diagnostic])
            throw Failure.modelErrors
        } catch {
            throw Failure.report(error)
        }
    }

    /// What flags and configurations say.
    private var projectSettings: ProjectSettings {
        options.settings(generation: output.complete(templates.complete(code.settings)))
    }

    /// The models that are meant, each once, with what holds for them.
    private func requests(
        _ settings: inout ProjectSettings, _ diagnostics: inout [LocatedDiagnostic]
    ) throws -> [GenerationRun.Request] {
        let named = try ProjectModels.listed(models, in: &settings)
        var seen: Set<String> = []
        let requests = try named.flatMap { path -> [GenerationRun.Request] in
            var found: [LocatedDiagnostic] = []
            let paths = ModelCompiler.models(at: path, into: &found)
            if paths.isEmpty, !templates.requireModels {
                let request = try request(path, &settings, holdsNoModel: true)
                // As SwiftGen does it: what is generated for no model compiles too.
                if request.settings.generation.options.templateContext == .swiftGen { return [request] }
            }
            diagnostics += found
            return try paths.filter { seen.insert($0).inserted }.map { try request($0, &settings) }
        }
        try options.check(settings)
        guard !named.isEmpty else { throw ValidationError("specify a model, or list models in modelgen.yml") }
        let isPlaceless = requests.contains { $0.settings.generation.outputPath == nil }
        guard !isPlaceless || output.mode == .stdout else {
            throw ValidationError("specify a folder with --output, or with output: under generate: in modelgen.yml")
        }
        if !templates.parameters.isEmpty, requests.allSatisfy({ $0.settings.generation.templatesPath == nil }) {
            throw ValidationError(
                "the built-in templates do not use --param; specify your own templates with --templates")
        }
        return requests
    }

    private func request(
        _ path: String, _ settings: inout ProjectSettings, holdsNoModel: Bool = false
    ) throws -> GenerationRun.Request {
        GenerationRun.Request(
            path: path, settings: try settings.settings(forModelAt: path, isListed: models.isEmpty),
            holdsNoModel: holdsNoModel)
    }

    /// Compares the output folders with what the models generate, and makes them so.
    private func deliver(
        _ checked: [CheckedModel], _ cache: GenerationCache?, _ report: inout GenerationReport
    ) async throws {
        var progress = ProgressLine("generating for model", totalCount: checked.count)
        _ = try await GenerationRun.deliver(
            checked, policy: output.policy(isComplete: models.isEmpty), cache: cache
        ) {
            progress.show($0)
        } isAccepted: { plans in
            progress.clear()
            report.plans = plans
            guard report.canCarryOut else {
                try report.write()
                throw report.exitCode
            }
            return output.mode == nil
        }
        try report.write()
        guard report.isPassed else { throw Failure.modelErrors }
    }
}
