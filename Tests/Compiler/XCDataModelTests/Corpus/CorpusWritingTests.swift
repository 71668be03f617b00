import ModelDiagnostics
import TestSupport
import Testing
import XCDataModel

@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusWritingTests {
    /// Why a file of the corpus does not come back byte for byte. None of these files is as an editor saved it.
    private enum Difference: Hashable {
        /// The file ends in a line feed, which other tools add.
        case lineFeedAtEnd
        /// A generator wrote attributes in an order of its own, and spelt out `optional="NO"` and `maxCount="-1"`.
        case generator
    }

    @Test("Files of public models are the same after reading and writing")
    func filesOfEditorsComeBackByteForByte() throws {
        var identical = 0
        var differences: [Difference: Int] = [:]
        for path in Corpus.contentsPaths {
            let bytes = try Corpus.bytes(of: path)
            let document = try #require(try Corpus.reading(of: path).document)
            let rewritten = try written(document)
            if rewritten == bytes {
                identical += 1
                continue
            }
            let again = try #require(diagnostics(reading: rewritten).document)
            #expect(again.model == document.model, "\(path)")
            #expect(try written(again) == rewritten, "\(path)")
            if rewritten + [UInt8(ascii: "\n")] == bytes {
                differences[.lineFeedAtEnd, default: 0] += 1
            } else if path.hasPrefix("infinitered__ruby-xcdm/") {
                differences[.generator, default: 0] += 1
            } else {
                Issue.record("\(path) differs for another reason")
            }
        }
        #expect(identical == 477)
        #expect(differences == [.lineFeedAtEnd: 12, .generator: 1])
    }

    @Test("A public model is the same after writing it without its source")
    func modelsWithoutTheirSourceSayTheSame() throws {
        for path in Corpus.sampledContentsPaths {
            let model = try #require(try Corpus.reading(of: path).document).model
            let again = try #require(diagnostics(reading: try written(ModelDocument(model))).document)
            #expect(again.model == model, "\(path)")
        }
    }

    private func written(_ document: ModelDocument) throws -> [UInt8] {
        var problems: [Diagnostic] = []
        return try #require(XCDataModelWriter().write(document, into: &problems))
    }
}
