import Foundation
import TestSupport
import Testing

/// A table of a page, which a test compares with the sources.
struct MarkdownTable {
    /// The cells of the first line.
    let heading: [String]
    /// The cells of the other lines.
    let rows: [[String]]

    /// Finds the first table whose first line begins with a text.
    init(beginning start: String, on page: String = Floors.page) throws {
        let lines = try String(contentsOf: SourceTree.file(page), encoding: .utf8).split(separator: "\n")
            .drop { !$0.hasPrefix(start) }.prefix { $0.hasPrefix("|") }.map(Self.cells)
        heading = try #require(lines.first, "\(page) has no table that begins with \(start)")
        rows = Array(lines.dropFirst(2))
    }

    private static func cells(_ line: Substring) -> [String] {
        line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

extension String {
    /// The text without the marks around code.
    var withoutCodeMarks: String { replacing("`", with: "") }
}
