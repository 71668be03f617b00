import Foundation
import JSONTokens
import TestSupport
import Testing

/// The public JSONTestSuite, kept in a folder beside the repository. Skipped where that folder is missing; the rules
/// have tests of their own that always run.
@Suite(
    .enabled(
        if: JSONTestSuite.isAvailable,
        "the folder ../shared/reference/JSONTestSuite is missing; clone github.com/nst/JSONTestSuite"))
struct JSONTestSuiteTests {
    /// Cases on which RFC 8259 leaves the choice, and which are accepted: numbers of any size are numbers. The rest
    /// (ill-formed UTF-8, lone surrogates, UTF-16, a byte order mark, 500 nested arrays) is refused.
    static let acceptedByChoice: Set = [
        "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json",
        "i_number_pos_double_huge_exp.json", "i_number_real_neg_overflow.json", "i_number_real_pos_overflow.json",
        "i_number_real_underflow.json", "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json",
        "i_number_very_big_negative_int.json",
    ]

    @Test("Every case of the test suite is accepted or refused as its name says")
    func testSuite() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: JSONTestSuite.folder.path)
            .filter { $0.hasSuffix(".json") }.sorted()
        #expect(names.count == 318)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: JSONTestSuite.folder.appending(path: name)))
            let problem = try problem(in: bytes)
            let isAccepted = name.hasPrefix("y_") || Self.acceptedByChoice.contains(name)
            #expect((problem == nil) == isAccepted, "\(name): \(problem.map { "\($0)" } ?? "accepted")")
        }
    }
}

private enum JSONTestSuite {
    static let folder = SourceTree.root.deletingLastPathComponent()
        .appending(path: "shared/reference/JSONTestSuite/test_parsing")
    static var isAvailable: Bool { FileManager.default.fileExists(atPath: folder.path) }
}
