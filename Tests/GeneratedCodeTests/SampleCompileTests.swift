import CompileCheck
import Foundation
import ModelCodegen
import TestSupport
import Testing

/// The generated code of sample models compiles without a warning in each of the ways in which adopters compile.
///
/// `make corpus` does the same with every model there is.
@Suite struct SampleCompileTests {
    @Test(arguments: GenerationOptions.FileLayout.allCases)
    func codeOfSampleModelsCompiles(_ layout: GenerationOptions.FileLayout) throws {
        let paths = [SourceTree.folder("Models").path(percentEncoded: false)]
        try expectCompiling(paths, GenerationOptions(fileLayout: layout))
    }

    @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
    func codeOfPublicModelsCompiles() throws {
        let folder = try #require(Corpus.folder)
        let paths = Self.publicModels.map { folder.appending(path: $0).path(percentEncoded: false) }
        try expectCompiling(paths, GenerationOptions(fileLayout: .model))
    }

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

    private func expectCompiling(_ paths: [String], _ options: GenerationOptions) throws {
        let models = try ModelVersions(at: paths, all: false).generate(options)
        #expect(!models.isEmpty)
        for failure in try CompileRun(checker: TypeChecker(modules: BuiltProduct("Modules").url)).failures(of: models) {
            Issue.record("\(failure.model), \(failure.mode.rawValue):\n\(failure.output)")
        }
    }
}
