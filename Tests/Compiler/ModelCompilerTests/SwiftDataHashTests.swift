import Foundation
import GeneratedOutput
import ModelCodegen
import ModelCompiler
import ModelDiagnostics
import TestSupport
import Testing

/// Generated classes for SwiftData keep the version hashes of their entities unless a finding says why they change.
@Suite struct SwiftDataHashTests {
    /// The findings about parts of a model that version hashes include.
    private static let changes: Set<String> = [
        "inverse-omitted", "swiftdata-abstract-entity", "swiftdata-attribute-type", "swiftdata-constraint",
        "swiftdata-derived-attribute", "swiftdata-hash-modifier", "swiftdata-name-changed",
        "swiftdata-relationship-ordered", "swiftdata-relationship-own-inverse", "swiftdata-relationship-transient",
    ]

    private func expectExplainedChanges(_ path: String) throws -> Int {
        let compiler = ModelCompiler(options: GenerationOptions(style: .swiftData, fileLayout: .model))
        let result = try compiler.compile(path)
        guard !result.hasErrors else { return 0 }
        let text = result.files.map(\.text).joined()
        let codes = Set(result.diagnostics.map(\.code.rawValue)).intersection(Self.changes)
        let isChanged = text.contains("// The entity's hash in Core Data:")
        #expect(!isChanged || !codes.isEmpty, "\(path) has other hashes, and nothing says why")
        #expect(text.contains("// Version hash: ") || !text.contains("@Model"), "\(path)")
        return isChanged ? 1 : 0
    }

    @Test("Findings explain every changed hash of the sample models")
    func sampleModels() throws {
        var ignored: [LocatedDiagnostic] = []
        let paths = ModelCompiler.models(
            at: SourceTree.folder("Models").path(percentEncoded: false), into: &ignored)
        #expect(try paths.reduce(0) { try $0 + expectExplainedChanges($1) } > 5)
    }

    @Test(
        "Findings explain every changed hash of public models",
        .enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
    func publicModels() throws {
        let folder = try #require(Corpus.folder)
        var ignored: [LocatedDiagnostic] = []
        let names = [
            "OpenEmu__OpenEmu", "altstoreio__AltStore", "brave__brave-ios", "objcio__core-data",
            "matrix-org__matrix-ios-sdk",
        ]
        let paths = names.flatMap { name in
            ModelCompiler.models(at: folder.appending(path: name).path(percentEncoded: false), into: &ignored)
        }
        #expect(paths.count > 4)
        for path in paths { _ = try expectExplainedChanges(path) }
    }
}
