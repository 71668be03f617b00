import ModelDiagnostics
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusReadingTests {
    /// The fixtures for error handling among them are broken in ways that only checking a whole model shows, so none
    /// is left out.
    @Test func everyModelIsReadWithoutAWord() throws {
        let paths = Corpus.contentsPaths
        #expect(paths.count == 490)
        for path in paths {
            let (document, found) = diagnostics(reading: try Corpus.bytes(of: path))
            #expect(document != nil, "\(path)")
            #expect(found.map(\.message) == [], "\(path)")
        }
    }
}
