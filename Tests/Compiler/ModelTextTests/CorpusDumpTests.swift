import ModelDiagnostics
import ModelText
import TestSupport
import Testing
import XCDataModel

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusDumpTests {
    @Test("A model that was written and read again has the same dump")
    func rewrittenModels() throws {
        for path in Corpus.sampledContentsPaths {
            let document = try #require(try Corpus.reading(of: path).document)
            var written: [Diagnostic] = []
            let bytes = try #require(XCDataModelWriter().write(document, into: &written))
            let copy = try #require(diagnostics(reading: bytes).document)
            let dump = ModelDump(document.model)
            #expect(ModelDump(copy.model).json == dump.json, "\(path)")
            #expect(ModelDump(copy.model).yaml == dump.yaml, "\(path)")
        }
    }
}
