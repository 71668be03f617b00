import Foundation
import TestSupport
import Testing

/// The formatter wraps code, but neither comments nor strings.
@Suite struct LineLengthTests {
    private static let limit = 120

    @Test("No line of a source has more than 120 columns, unless nothing can be wrapped")
    func lineLengths() throws {
        var lineCount = 0
        for (path, text) in try sources() {
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                lineCount += 1
                guard line.utf8.count > Self.limit, line.count > Self.limit, Self.canBeWrapped(line) else { continue }
                Issue.record("\(path):\(index + 1): \(line.count) columns")
            }
        }
        #expect(lineCount > 50_000)
    }

    @Test("Rows of tables, links, and what is in one code span cannot be wrapped")
    func wrapping() {
        #expect(!Self.canBeWrapped("    /// | `modelgen.enum` | the name of the enum |"))
        #expect(!Self.canBeWrapped("    /// `ENTITY [where PREDICATE] [limit N]`,"))
        #expect(!Self.canBeWrapped("/// ``NSPersistentHistoryChangeRequest/fetchHistory(withFetch:)``"))
        #expect(!Self.canBeWrapped("// https://example.org"))
        #expect(Self.canBeWrapped("/// The `name` of the enum."))
        #expect(Self.canBeWrapped("    let name = \"a b\""))
    }

    /// Comments consist of words, of which a code span is one. Rows of tables take one line each.
    private static func canBeWrapped(_ line: Substring) -> Bool {
        guard let comment = line.prefixMatch(of: #/ *//+ */#) else { return true }
        let text = line[comment.range.upperBound...]
        return !text.hasPrefix("|") && text.replacing(#/(`+).+?\1/#, with: "").contains(" ")
    }

    private func sources() throws -> [(path: String, text: String)] {
        let manifest = try String(contentsOf: SourceTree.file("Package.swift"), encoding: .utf8)
        let folders = try ["Sources", "Plugins"].flatMap { folder in
            let path = SourceTree.folder(folder).path(percentEncoded: false)
            return try FileManager.default.subpathsOfDirectory(atPath: path).sorted().map { "\(folder)/\($0)" }
        }
        return try [("Package.swift", manifest)]
            + folders.filter { path in
                path.hasSuffix(".swift")
            }.map { ($0, try String(contentsOf: SourceTree.file($0), encoding: .utf8)) }
    }
}
