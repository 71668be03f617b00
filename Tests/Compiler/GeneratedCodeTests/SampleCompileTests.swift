import CompileCheck
import Foundation
import ModelCodegen
import TestSupport
import Testing

/// The generated code of sample models compiles without a warning in each of the ways in which adopters compile.
///
/// `make corpus` does the same with every model there is.
@Suite(.serialized) struct SampleCompileTests {
    /// The styles on libraries of this package. `SwiftDataCompileTests` has the other one.
    private static let styles = [GenerationOptions.Style.objectGraph, .coreData]

    @Test(
        "The generated code of the sample models compiles without warnings",
        arguments: styles, GenerationOptions.FileLayout.allCases)
    func codeOfSampleModelsCompiles(_ style: GenerationOptions.Style, _ layout: GenerationOptions.FileLayout) throws {
        let paths = [SourceTree.folder("Models").path(percentEncoded: false)]
        // Where the code stands does not matter to the modes, so each is checked with one layout.
        try expectCompiling(paths, style, layout, modes: layout == .entity ? [.swift5, .mainActor] : [.swift6])
    }

    @Test(
        "Code compiles without warnings if properties have the names of enums, parameters, or types of libraries",
        arguments: styles)
    func propertiesThatHideNames(_ style: GenerationOptions.Style) throws {
        let folder = try TemporaryFolder()
        try HidingModel.write(to: folder)
        try expectCompiling([folder.path("Hiding.xcdatamodeld")], style, .model, modes: [.swift6])
    }

    @Test("Snapshots of Core Data objects compile without warnings")
    func snapshotsOfCoreDataObjects() throws {
        let paths = [SourceTree.folder("Models").path(percentEncoded: false)]
        try expectCompiling(paths, .coreData, .entity, generatesSnapshots: true, modes: Self.defaultModes)
    }

    @Test("Core Data code with the optionality of the model compiles without warnings")
    func coreDataCodeWithOptionalityOfModel() throws {
        let paths = [SourceTree.folder("Models").path(percentEncoded: false)]
        try expectCompiling(paths, .coreData, .model, optionality: .model, modes: [.swift6])
    }

    @Test(
        "The generated code of public models compiles without warnings",
        .enabled(if: Corpus.isPresent, "\(Corpus.absence)"), arguments: styles)
    func codeOfPublicModelsCompiles(_ style: GenerationOptions.Style) throws {
        let folder = try #require(Corpus.folder)
        let paths = Self.publicModels.sampled(every: 2).map { folder.appending(path: $0).path(percentEncoded: false) }
        try expectCompiling(paths, style, .model, modes: Self.defaultModes)
    }

    /// One mode by default, since the sample models are compiled in all; every mode with `MODELGEN_LONG_TESTS`.
    private static let defaultModes = runsLongTests ? CompilerMode.allCases : [.swift6]

    private static let publicModels = [
        "OpenEmu__OpenEmu/OEDatabase.xcdatamodeld",
        "SwiftGen__SwiftGen/Model.xcdatamodeld",
        "TwidereProject__TwidereX-iOS/CoreDataStack.xcdatamodeld",
        "altstoreio__AltStore/AltStore.xcdatamodeld",
        "brave__brave-ios/Model.xcdatamodeld",
        "carekit-apple__CareKit/CareKitStore.xcdatamodeld",
        "objcio__core-data/Migrations/Moody.xcdatamodeld",
        "rileytestut__Delta/Delta.xcdatamodeld",
        "wireapp__wire-ios-data-model/zmessaging.xcdatamodeld",
        "woocommerce__woocommerce-ios/WooCommerce.xcdatamodeld",
    ]

    private func expectCompiling(
        _ paths: [String], _ style: GenerationOptions.Style, _ layout: GenerationOptions.FileLayout,
        generatesSnapshots: Bool = false, optionality: GenerationOptions.Optionality? = nil, modes: [CompilerMode]
    ) throws {
        let versions = try ModelVersions(at: paths, all: false)
        for var way in CompiledStyle.ways(of: style, layout: layout) {
            way.options.generatesSnapshots = generatesSnapshots
            if let optionality { way.options.optionality = optionality }
            way.modes = way.modes.filter(modes.contains)
            guard !way.modes.isEmpty else { continue }
            let models = try versions.generate(way.options)
            #expect(!models.isEmpty)
            let modules = try way.modules(builtModules: BuiltProduct("Modules").url)
            let run = CompileRun(checker: TypeChecker(modules: modules), modes: way.modes)
            for failure in try run.failures(of: models) {
                Issue.record("\(failure.model), \(way.name), \(failure.mode.rawValue):\n\(failure.output)")
            }
        }
    }
}
