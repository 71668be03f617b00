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

    @Argument(help: "Bundles (.xcdatamodeld), versions (.xcdatamodel), contents files, or folders to search.")
    var models: [String]

    @Option(name: .shortAndLong, help: "The folder to write to; it is made when it is missing.")
    var output: String

    @Option(help: "One file for each entity, or one for the whole model.")
    var layout: GenerationOptions.FileLayout = .entity

    @Option(help: "The access level of the generated declarations.")
    var access: GenerationOptions.AccessLevel = .public

    @Flag(help: "Say what was written and what was unchanged.")
    var verbose = false

    func run() throws {
        let compiler = ModelCompiler(options: GenerationOptions(fileLayout: layout, accessLevel: access))
        var diagnostics: [LocatedDiagnostic] = []
        let paths = models.flatMap { ModelCompiler.models(at: AbsolutePath.of($0), into: &diagnostics) }
        var outputs = OutputFolder(path: output)
        do {
            for path in paths {
                let result = try compiler.compile(path)
                diagnostics += result.diagnostics
                try outputs.add(result.files, from: path)
            }
        } catch {
            throw Failure.report(error)
        }
        try Failure.check(diagnostics)
        do {
            for outcome in try outputs.write() where verbose {
                print("\(outcome.state.rawValue) \(outcome.path)")
            }
        } catch {
            throw Failure.report(error)
        }
    }
}
