import ArgumentParser
import Foundation
import ModelCodegen
import ModelCompiler
import ModelDiagnostics

/// `modelgen generate`: models in, Swift files out.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Generate Swift from data models.",
        discussion: """
            Writes a file only when its text has changed. A model with errors generates nothing.

            EXAMPLES:
              modelgen generate Models/Superheroes.xcdatamodeld --output Sources/App/Generated
              modelgen generate Models --output Generated --layout model
            """)

    @Argument(
        help: """
            Bundles (.xcdatamodeld), versions (.xcdatamodel), contents files, or folders to search. Without any, the \
            models of modelgen.yml in the working folder.
            """)
    var models: [String] = []

    @OptionGroup var options: DiagnosticOptions

    @Option(name: .shortAndLong, help: "The folder to write to; it is made when it is missing.")
    var output: String

    @Option(help: "One file for each entity, or one for the whole model.")
    var layout: GenerationOptions.FileLayout = .entity

    @Option(help: "The access level of the generated declarations.")
    var access: GenerationOptions.AccessLevel = .public

    @Flag(help: "Say what was written and what was unchanged.")
    var verbose = false

    func validate() throws {
        if output.isEmpty { throw ValidationError("--output names no folder") }
        if models.contains("") { throw ValidationError("one of the models is an empty name") }
    }

    func run() throws {
        do {
            var settings = options.settings()
            let named = try options.paths(models, settings: &settings)
            var diagnostics: [LocatedDiagnostic] = []
            var seen: Set<String> = []
            let models = try named.flatMap { ModelCompiler.models(at: $0, into: &diagnostics) }
                .filter { seen.insert($0).inserted }
                .map { (path: $0, settings: try settings.settings(forModelAt: $0)) }
            try options.check(settings)
            guard !named.isEmpty else { throw ValidationError("name a model, or list models in modelgen.yml") }
            let compiler = ModelCompiler(options: GenerationOptions(fileLayout: layout, accessLevel: access))
            var outputs = OutputFolder(path: output)
            for model in models {
                let result = try compiler.compile(model.path, settings: model.settings)
                diagnostics += result.diagnostics
                try outputs.add(result.files, from: model.path)
            }
            try options.write(diagnostics)
            guard options.isPassed(diagnostics) else { throw Failure.modelErrors }
            for outcome in try outputs.write() where verbose {
                print("\(outcome.state.rawValue) \(outcome.path)")
            }
        } catch {
            throw Failure.report(error)
        }
    }
}
