import Foundation
import ModelDiagnostics
import ModelSchema
import ModelValidation
import TestSupport
import Testing
import XCDataModel

/// Public models, where they have been put beside the package: what the rules say of models that are in use.
private let corpus = SourceTree.root.deletingLastPathComponent()
    .appending(path: "shared/corpus", directoryHint: .isDirectory)

@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) struct CorpusTests {
    /// How many findings each code has. A rule that grows louder on models that people ship has to say so here.
    private static let expected: [Diagnostic.Code: Int] = [
        "attribute-type-missing": 1,
        "relationship-destination-missing": 4,
        "relationship-destination-unknown": 1,
        "attribute-transformer-insecure": 657,
        "name-is-keyword": 5,
        "class-name-nested": 1,
        "entity-abstract-without-children": 3,
        "relationship-cascade-both-ways": 1,
        "relationship-cascade-many-to-many": 216,
        "relationship-deny-both-ways": 2,
        "relationship-inverse-missing": 269,
        "relationship-no-action-with-inverse": 4,
        "relationship-nullifies-required": 116,
    ]

    @Test("The numbers of findings in public models are the expected ones")
    func findingsOfEachCode() throws {
        var counts: [Diagnostic.Code: Int] = [:]
        var modelCount = 0
        for url in try contents() {
            var diagnostics: [Diagnostic] = []
            let bytes = [UInt8](try Data(contentsOf: url))
            let document = try #require(XCDataModelReader().read(bytes, named: "Corpus", into: &diagnostics))
            diagnostics = []
            ModelValidator().validate(document.model, into: &diagnostics)
            for diagnostic in diagnostics {
                counts[diagnostic.code, default: 0] += 1
                guard counts[diagnostic.code, default: 0] <= 20 else { continue }
                #expect(place(of: diagnostic, in: document) != nil, "\(url.path): \(diagnostic)")
            }
            modelCount += 1
        }
        #expect(modelCount == 490)
        #expect(counts == Self.expected)
    }

    private func place(of diagnostic: Diagnostic, in document: ModelDocument) -> Int? {
        LocatedDiagnostic(diagnostic, file: "contents") { document.sourceMap.position(of: $0) }.position.line
    }

    private func contents() throws -> [URL] {
        var found: [URL] = []
        let files = FileManager.default.enumerator(at: corpus, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            if file.lastPathComponent == "contents" { found.append(file) }
        }
        return found
    }
}
