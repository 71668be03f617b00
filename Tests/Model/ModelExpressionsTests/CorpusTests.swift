import Foundation
import ModelExpressions
import TestSupport
import Testing

/// Every predicate and derivation of the model files that were collected beside the repository. Where the collection
/// is missing, as in a checkout of its own, the test is skipped and says so.
struct CorpusTests {
    /// `shared/corpus` beside the root of the repository.
    static let corpus = SourceTree.root.deletingLastPathComponent().appending(path: "shared/corpus")

    @Test(
        "Every predicate and derivation expression of public models is parsed",
        .enabled(if: Corpus.isPresent, "\(Corpus.absence)"))
    func everyPredicateAndDerivationParses() throws {
        var counts = ["predicateString": 0, "derivationExpression": 0]
        for file in try files() {
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            for match in text.matches(of: #/(predicateString|derivationExpression)=(?:"([^"]*)"|'([^']*)')/#) {
                let value = (match.output.2 ?? match.output.3).map { unescaped(String($0)) } ?? ""
                let comment = Comment(rawValue: "\(file.path): \(value)")
                counts[String(match.output.1), default: 0] += 1
                #expect(throws: Never.self, comment) {
                    if match.output.1 == "predicateString" {
                        try expectRoundTrip(ModelPredicate(format: value))
                    } else {
                        try expectRoundTrip(ModelExpression(derivation: value))
                    }
                }
            }
        }
        print("CorpusTests: \(counts)")
        #expect(counts.values.allSatisfy { $0 > 0 })
    }

    private func files() throws -> [URL] {
        let found = try #require(FileManager.default.enumerator(at: Self.corpus, includingPropertiesForKeys: nil))
        return found.compactMap { $0 as? URL }.filter {
            $0.lastPathComponent == "contents" || $0.pathExtension == "xml"
        }
    }

    private func unescaped(_ text: String) -> String {
        [("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&#10;", "\n"), ("&amp;", "&")]
            .reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
