import Foundation
import TestSupport

/// An example of a declaration, as its doc comment shows it, or of a recipe, as a page shows it,
/// or as a test contains it.
///
/// The house style gives each declaration a line of its own, and what is inside another one four columns more.
struct DocumentationExample: Hashable {
    /// The type, or the type and its member: `ManagedObjectContext.fetch`. Of a page:
    /// the page and a word: `Cookbook.paging`.
    var declaration: String
    /// The lines, of which one begins in the first column.
    var lines: [String]

    var text: String { lines.joined(separator: "\n") }

    /// Returns the examples in the doc comments of all sources.
    static func shown() throws -> Set<DocumentationExample> { try shownInSources.get() }

    private static let shownInSources = Result {
        Set(try texts(below: "Sources", ending: ".swift").flatMap(shown(in:)))
    }

    /// Returns the examples of the pages whose code is in a test.
    static func shownOnPages() throws -> Set<DocumentationExample> {
        Set(try texts(below: "Sources", ending: ".md").flatMap(shown(onPage:)))
    }

    /// Returns the examples in the tests that `swift build --build-tests` compiles.
    static func compiled() throws -> Set<DocumentationExample> { try compiledInTests.get() }

    private static let compiledInTests = Result {
        Set(try texts(below: "Tests", ending: ".swift").flatMap(compiled(in:)))
    }

    /// Returns the Swift fences of the doc comments in a source.
    static func shown(in source: String) -> [DocumentationExample] {
        var found: [DocumentationExample] = []
        // The examples of the comment that a declaration will follow, the open one, and the type around both.
        var (waiting, open, type): ([[String]], [String]?, String) = ([], nil, "")
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let code = line.drop { $0 == " " }
            if code.hasPrefix("///") {
                let text = code.dropFirst(3).prefix(1) == " " ? code.dropFirst(4) : code.dropFirst(3)
                if let lines = open {
                    if text == "```" { waiting.append(lines) }
                    open = text == "```" ? nil : lines + [String(text)]
                } else if text == "```swift" {
                    open = []
                }
            } else {
                // The name of a member matters only to the examples above it.
                let isMember = code.startIndex != line.startIndex
                guard !isMember || !waiting.isEmpty, let name = declaredName(code) else { continue }
                if !isMember { type = name }
                let declaration = isMember ? "\(type).\(name)" : name
                found += waiting.map { DocumentationExample(declaration: declaration, lines: $0) }
                waiting = []
            }
        }
        return found
    }

    /// Returns the Swift fences of a page that a mark `<!-- example: Cookbook.paging -->` stands above.
    static func shown(onPage page: String) -> [DocumentationExample] {
        page.components(separatedBy: "\n<!-- example: ").dropFirst().compactMap { part in
            guard let mark = part.range(of: " -->\n```swift\n"),
                let end = part.range(of: "\n```", range: mark.upperBound..<part.endIndex)
            else { return nil }
            let lines = part[mark.upperBound..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
            return DocumentationExample(
                declaration: String(part[..<mark.lowerBound]), lines: lines.map(String.init))
        }
    }

    /// Returns what stands between the marks of a test.
    static func compiled(in source: String) -> [DocumentationExample] {
        var found: [DocumentationExample] = []
        var open: DocumentationExample?
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let code = line.drop { $0 == " " }
            if code.hasPrefix("// Example: ") {
                open = DocumentationExample(declaration: String(code.dropFirst("// Example: ".count)), lines: [])
            } else if code == "// End", var example = open {
                let indents = example.lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
                example.lines = example.lines.map { String($0.dropFirst(indents.min() ?? 0)) }
                found.append(example)
                open = nil
            } else {
                open?.lines.append(String(line))
            }
        }
        return found
    }

    /// The name of a declaration or of the extended type; nil for any other line.
    private static func declaredName(_ code: Substring) -> String? {
        if let match = code.firstMatch(of: /\b(?:func|var|let|case|struct|enum|protocol|actor|extension) (\w+)/) {
            return String(match.1)
        }
        if let match = code.firstMatch(of: /\bclass (\w+)/) { return String(match.1) }
        return code.firstMatch(of: /\b(init|subscript)\b/).map { String($0.1) }
    }

    /// The files below a folder with an ending, without packages of their own.
    private static func texts(below folder: String, ending: String) throws -> [String] {
        let root = SourceTree.folder(folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path(percentEncoded: false))
        return try paths.sorted().filter { path in
            path.hasSuffix(ending) && !path.hasPrefix("Consumers/") && !path.hasPrefix("Benchmarks/")
        }.map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }
    }
}
