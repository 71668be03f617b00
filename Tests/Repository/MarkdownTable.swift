import Foundation
import TestSupport
import Testing

/// A table of the page *Where everything is*, which tests compare with the sources.
struct MarkdownTable {
    /// The cells of the first line.
    let heading: [String]
    /// The cells of the other lines.
    let rows: [[String]]

    private static let page = "Sources/Tools/modelgen/Documentation.docc/Architecture.md"

    /// Finds the first table whose first line begins with a text.
    init(beginning start: String) throws {
        let lines = try String(contentsOf: SourceTree.file(Self.page), encoding: .utf8).split(separator: "\n")
            .drop { !$0.hasPrefix(start) }.prefix { $0.hasPrefix("|") }.map(Self.cells)
        heading = try #require(lines.first, "\(Self.page) has no table that begins with \(start)")
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

    /// The names that are marked as code.
    var namesInCodeMarks: [String] { matches(of: /`(\w+)`/).map { String($0.1) } }
}
