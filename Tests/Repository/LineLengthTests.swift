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
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            lineCount += lines.count
            report(lines, of: path, where: Self.canBeWrapped)
        }
        #expect(lineCount > 50_000)
    }

    @Test("No line of a test has more than 120 columns, unless it is inside of a text, or contains one")
    func testLineLengths() throws {
        var lineCount = 0
        // Generated code, of which tests may leave some, begins with this line.
        for (path, text) in try files(in: "Tests") where !text.hasPrefix("// swift-format-ignore-file\n") {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            lineCount += lines.count
            guard lines.contains(where: { $0.utf8.count > Self.limit }) else { continue }
            report(Self.withoutTexts(lines), of: path) { line in
                // What is expected is easier to read, and to find, in one piece.
                Self.canBeWrapped(line) && (line.contains(/^ *\/\//) || !line.contains(/"|^ *\//))
            }
        }
        #expect(lineCount > 50_000)
    }

    @Test("No line of the guide for contributors has more than 120 columns, but for tables and commands")
    func guide() throws {
        let text = try String(contentsOf: SourceTree.file("CONTRIBUTING.md"), encoding: .utf8)
        var isCode = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
            if line.contains(/^ *```/) { isCode.toggle() }
            return isCode || line.hasPrefix("|") ? "" : line
        }
        #expect(lines.count > 200)
        report(lines, of: "CONTRIBUTING.md") { _ in true }
    }

    @Test("Lines inside of texts are told from others")
    func texts() {
        let quotes = String(repeating: "\"", count: 3)
        let lines: [Substring] = ["let a = \(quotes)", "    b", "    \(quotes)", "let c = 1"]
        #expect(Self.withoutTexts(lines) == ["let a = \(quotes)", "", "", "let c = 1"])
        #expect(!Self.isWritten("Tests/Goldens/Cases/Enums/expected/A.swift"))
        #expect(Self.isWritten("Tests/Repository/LineLengthTests.swift"))
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

    private func report(_ lines: [Substring], of path: String, where canBeWrapped: (Substring) -> Bool) {
        for (index, line) in lines.enumerated() {
            guard line.utf8.count > Self.limit, line.count > Self.limit, canBeWrapped(line) else { continue }
            Issue.record("\(path):\(index + 1): \(line.count) columns")
        }
    }

    /// Whether a file is written by hand and for this project: not generated code, an app to port, or what a build of a
    /// package has fetched.
    private static func isWritten(_ path: String) -> Bool {
        !path.hasPrefix("Tests/Goldens/") && !path.contains("/.build/")
    }

    /// The lines, of which those inside of texts are empty.
    private static func withoutTexts(_ lines: [Substring]) -> [Substring] {
        var isText = false
        return lines.map { line in
            let wasText = isText
            if line.ranges(of: "\"\"\"").count % 2 == 1 { isText.toggle() }
            return wasText ? "" : line
        }
    }

    private func sources() throws -> [(path: String, text: String)] {
        let manifest = try String(contentsOf: SourceTree.file("Package.swift"), encoding: .utf8)
        return try [("Package.swift", manifest)] + files(in: "Sources") + files(in: "Plugins")
    }

    /// The Swift files in a folder, in the order of their paths.
    private func files(in folder: String) throws -> [(path: String, text: String)] {
        let path = SourceTree.folder(folder).path(percentEncoded: false)
        return try FileManager.default.subpathsOfDirectory(atPath: path).sorted().map { "\(folder)/\($0)" }
            .filter { $0.hasSuffix(".swift") && Self.isWritten($0) }
            .map { ($0, try String(contentsOf: SourceTree.file($0), encoding: .utf8)) }
    }
}
