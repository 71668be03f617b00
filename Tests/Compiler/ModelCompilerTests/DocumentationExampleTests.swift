import FileAccess
import Foundation
import GeneratedOutput
import ModelCodegen
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import ModelSchema
import ModelValidation
import TestSupport
import Testing
import XCDataModel

/// The examples in the doc comments of the compiler.
@Suite struct DocumentationExampleTests {
    private let path = SourceTree.file("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
    private let temporary: TemporaryFolder
    private var folder: String { temporary.path("Heroes") }

    init() throws { temporary = try TemporaryFolder() }

    @Test("The examples of a compiler read, check, and compile a model")
    func aCompiler() throws {
        do {
            // Example: ModelCompiler
            let result = try ModelCompiler().compile(path)
            print(DiagnosticTextFormatter().format(result.diagnostics), terminator: "")
            for file in result.files { print(file.name, file.text.utf8.count) }
            // End
            #expect(
                result.files.map(\.name).sorted() == [
                    "Superhero+Generated.swift", "Superheroes+Model.swift", "Team+Generated.swift",
                ])
        }
        do {
            // Example: CheckedModel
            let model = try ModelCompiler().check(path)
            let files = model.hasErrors ? [] : try model.generate()
            // End
            #expect(files.count == 3)
        }
        // Example: ModelLoader
        var diagnostics: [LocatedDiagnostic] = []
        let document = ModelLoader().loadCurrentVersion(at: path, into: &diagnostics)
        let names = document?.model.entities.map(\.name) ?? []
        // End
        #expect(names == ["Superhero", "Team"] && diagnostics.isEmpty)
    }

    @Test("The examples of settings combine a level with what the project's file says")
    func settings() throws {
        try temporary.write("generate:\n  access: package\n", to: "Heroes/modelgen.yml")
        do {
            let path = "\(folder)/Superheroes.xcdatamodeld"
            // Example: ProjectSettings
            var settings = ProjectSettings(workingDirectory: folder)
            let modelSettings = try settings.settings(forModelAt: path)  // From the nearest modelgen.yml
            let options = modelSettings.generation.options
            // End
            #expect(options.accessLevel == .package)
        }
        // Example: ModelSettings
        let settings = ModelSettings(
            validation: ValidationOptions(levels: [Diagnostic.Code("relationship-inverse-missing"): .error]))
        let result = try ModelCompiler().compile(path, settings: settings)
        // End
        #expect(!result.hasErrors)
        do {
            // Example: ModelCompiler.compile
            var compiler = ModelCompiler()
            compiler.options.accessLevel = .internal
            let files = try compiler.compile(path, settings: settings).files
            // End
            #expect(files.count == 3)
        }
    }

    @Test("The examples of a run write the code of all models, and remember it")
    func aRun() throws {
        let paths = [path]
        // Example: GenerationRun
        var settings = ModelSettings()
        settings.generation.outputPath = folder
        let run = try GenerationRun(paths.map { GenerationRun.Request(path: $0, settings: settings) })
        let plans = try GenerationRun.plans(for: run.check(), policy: OutputPolicy())
        if !plans.contains(where: \.hasErrors) { _ = try OutputTransaction.perform(plans) }
        // End
        #expect(plans.map(\.summary) == ["3 written"])
        // Example: GenerationCache
        let cache = GenerationCache(folder: "\(folder)/.cache", toolIdentity: "1.0")
        let models = try run.check(cache: cache)  // Only those that have changed since the last run
        let later = try GenerationRun.plans(for: models, policy: OutputPolicy(), cache: cache)
        // End
        #expect(later.map(\.summary) == ["3 unchanged"])
        do {
            // Example: GenerationRun.check
            let models = try run.check { completedCount in print("\(completedCount) of \(run.count) models") }
            let diagnostics = models.flatMap(\.diagnostics)
            // End
            #expect(models.count == 1 && !diagnostics.contains { $0.severity == .error })
        }
        // Example: GenerationRun.plans
        let policy = OutputPolicy(overwritesEditedFiles: true)  // As after --force
        let isUpToDate = try GenerationRun.plans(for: models, policy: policy).allSatisfy(\.isUpToDate)
        // End
        #expect(isUpToDate)
        // Example: GenerationRun.generate
        for file in try GenerationRun.generate(models).flatMap(\.files) { print(file.name) }  // Writes nothing.
        // End
        #expect(try GenerationRun.generate(models).map(\.files.count) == [3])
        #expect(try temporary.names(in: "Heroes/.cache").count == 1)
    }

    @Test("The examples of a baseline write it, and report one that does not exist")
    func aBaseline() throws {
        let (path, findings) = (temporary.path(BaselineFile.defaultName), [Diagnostic]())
        // Example: BaselineFile
        var file = BaselineFile(path: path)
        file.baseline.accept(findings, in: "Models/Superheroes.xcdatamodeld")
        try file.write()
        // End
        #expect(try BaselineFile(readingFrom: path).baseline == file.baseline)
        // Example: ProjectFileError
        do {
            _ = try BaselineFile(readingFrom: "Missing.json")
        } catch {
            print(error)  // 'Missing.json' cannot be read: no such file or directory
        }
        // End
        let error = #expect(throws: ProjectFileError.self) { try BaselineFile(readingFrom: "Missing.json") }
        #expect(error?.description == "'Missing.json' cannot be read: no such file or directory")
    }
}
