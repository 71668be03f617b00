import CompileCheck
import Foundation
import ModelCodegen
import TestSupport
import Testing

/// The code for SwiftData compiles on declarations from Apple's documentation, with ordinary declarations instead of
/// macros, so that options, labels, and key paths are checked.
///
/// These are samples. `make corpus` does the same with every model there is, and with all versions of each.
@Suite(.serialized) struct SwiftDataCompileTests {
    private static let cases = SourceTree.folder("Tests/Goldens/Cases")

    /// The folder of the declarations, which are compiled once.
    private static let modules = Result {
        let way = CompiledStyle.ways(of: .swiftData, layout: .model)[0]
        return try way.modules(builtModules: BuiltProduct("Modules").url)
    }

    @Test("The SwiftData code of the sample models compiles")
    func codeOfSampleModelsCompiles() throws {
        let paths = [SourceTree.folder("Models"), Self.cases.appending(path: "SwiftDataOptions")]
            .map { $0.path(percentEncoded: false) }
        try expectCompiling(ModelVersions(at: paths, all: false), .entity, [.swift6])
    }

    @Test("SwiftData code compiles if properties have the names of enums, parameters, or types of libraries")
    func propertiesThatHideNames() throws {
        let folder = try TemporaryFolder()
        try HidingModel.write(to: folder)
        try expectCompiling(ModelVersions(at: [folder.path("Hiding.xcdatamodeld")], all: false), .model, [.swift6])
    }

    @Test("The SwiftData code of all versions compiles with its migration plan and test")
    func allVersions() throws {
        let path = Self.cases.appending(path: "SwiftDataVersions").path(percentEncoded: false)
        try expectCompiling(ModelVersions(bundlesAt: [path]), .entity, [.swift6, .mainActor], versions: .all)
    }

    @Test("The SwiftData code of public models compiles", .enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
    func codeOfPublicModelsCompiles() throws {
        let folder = try #require(Corpus.folder)
        let paths = ["carekit-apple__CareKit", "altstoreio__AltStore"]
            .map { folder.appending(path: $0).path(percentEncoded: false) }
        try expectCompiling(ModelVersions(at: paths, all: false), .model, [.swift5])
        let moody = folder.appending(path: "objcio__core-data/Migrations").path(percentEncoded: false)
        try expectCompiling(ModelVersions(bundlesAt: [moody]), .model, [.swift6], versions: .all)
    }

    @Test(
        "A wrong argument of a macro does not compile",
        arguments: [
            (#"inverse: \Team.heroes"#, #"inverse: \Team.members"#), (#"inverse: \Team"#, #"reverse: \Team"#),
            ("[Team]?", "[Squad]?"), ("Int32? = 0", "Int32? = \"0\""),
        ])
    func aMistakeInTheArgumentsOfAMacroIsFound(_ right: String, _ wrong: String) throws {
        let path = SourceTree.folder("Models/Superheroes.xcdatamodeld").path(percentEncoded: false)
        let way = try #require(CompiledStyle.ways(of: .swiftData, layout: .model).first)
        var model = try #require(try CheckedModel(at: path, options: way.options))
        let file = model.files[0]
        model.files[0] = GeneratedFile(name: file.name, text: file.text.replacing(right, with: wrong))
        #expect(model.files[0].text != file.text)
        let modules = try Self.modules.get()
        #expect(try TypeChecker(modules: modules).complaints(about: [model], in: .swift6) != nil)
    }

    private func expectCompiling(
        _ versions: ModelVersions, _ layout: GenerationOptions.FileLayout, _ modes: [CompilerMode],
        versions kind: GenerationOptions.Versions = .current
    ) throws {
        for var way in CompiledStyle.ways(of: .swiftData, layout: layout) {
            way.options.versions = kind
            way.options.testedModule = kind == .all ? "Generated" : nil
            way.modes = way.modes.filter(modes.contains)
            guard !way.modes.isEmpty else { continue }
            let models = try versions.generate(way.options)
            #expect(!models.isEmpty)
            let modules = try Self.modules.get()
            let run = CompileRun(checker: TypeChecker(modules: modules), modes: way.modes)
            for failure in try run.failures(of: models) {
                Issue.record("\(failure.model), \(failure.mode.rawValue):\n\(failure.output.prefix(4_000))")
            }
        }
    }
}
