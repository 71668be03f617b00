public import ArgumentParser
import CompileCheck
import Foundation
public import ModelCodegen

/// `corpus-check`: the code generated for models compiles, however adopters compile it.
@main
struct CorpusCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "corpus-check",
        abstract: "Generate code from models and have the compiler check it.",
        discussion: "Exits with 1 when the code of a model does not compile, or compiles with a warning.")

    @Argument(help: "Models, or folders to search.")
    var paths: [String]

    @Flag(help: "Check every version of a model, not only the current one.")
    var allVersions = false

    @Option(help: "Check one style only.")
    var style: GenerationOptions.Style?

    @Option(help: "Check one layout of files only.")
    var layout: GenerationOptions.FileLayout?

    func run() throws {
        let versions = try ModelVersions(at: paths, all: allVersions)
        var failed: Set<String> = []
        for style in style.map({ [$0] }) ?? GenerationOptions.Style.allCases {
            for layout in layout.map({ [$0] }) ?? GenerationOptions.FileLayout.allCases {
                for way in CompiledStyle.ways(of: style, layout: layout) {
                    failed.formUnion(try check(versions, way))
                }
            }
        }
        if style == nil || style == .swiftData { failed.formUnion(try checkVersions()) }
        let passedCount = versions.paths.count - failed.count
        print("\(passedCount) passed, \(failed.count) failed, \(versions.brokenCount) with errors have no code")
        guard failed.isEmpty else { throw ExitCode.failure }
    }

    /// Checks the code of all versions at once, with the plan for migrations, in the style for SwiftData.
    ///
    /// - Returns: The models that fail.
    private func checkVersions() throws -> Set<String> {
        var failed: Set<String> = []
        for var way in CompiledStyle.ways(of: .swiftData, layout: layout ?? .entity) {
            way.options.versions = .all
            way.options.testedModule = "Generated"
            failed.formUnion(try check(ModelVersions(bundlesAt: paths), way))
        }
        return failed
    }

    /// Checks the code that one set of options gives.
    ///
    /// - Returns: The models that fail.
    private func check(_ versions: ModelVersions, _ way: CompiledStyle) throws -> Set<String> {
        let models = try versions.generate(way.options)
        print("\(way.name): \(models.count) models with code of their own, of \(versions.paths.count)")
        let modules = try way.modules(builtModules: Bundle.main.bundleURL.appending(path: "Modules"))
        let run = CompileRun(checker: TypeChecker(modules: modules), modes: way.modes)
        let progress = Progress()
        let failures = try run.failures(of: models) { done, total in progress.show("\(done) of \(total)") }
        progress.clear()
        for failure in failures {
            print("FAILED \(failure.model) (\(way.name), \(failure.mode.rawValue))\n\(failure.output)")
        }
        return Set(failures.map(\.model))
    }
}

extension GenerationOptions.Style: ExpressibleByArgument {}
extension GenerationOptions.FileLayout: ExpressibleByArgument {}
