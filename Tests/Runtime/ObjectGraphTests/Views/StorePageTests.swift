import Foundation
import TestSupport
import Testing

/// The page "Write a store" shows the store that is built and tested as a package of its own.
@Suite struct StorePageTests {
    private static let package = SourceTree.folder("Tests/Consumers/OwnStore")

    /// What stands below each mark, by the file that the mark names: lines without their indentation.
    private let parts: [String: [[String]]]

    init() throws {
        let page = try String(
            contentsOf: SourceTree.sources(of: "ObjectGraph").appending(path: "Documentation.docc/WriteAStore.md"),
            encoding: .utf8)
        var parts: [String: [[String]]] = [:]
        for section in page.components(separatedBy: "<!-- part of: ").dropFirst() {
            let name = try #require(section.components(separatedBy: " -->").first)
            let code = try #require(section.components(separatedBy: "```swift\n").dropFirst().first)
            let block = try #require(code.components(separatedBy: "\n```").first)
            parts[name, default: []].append(Self.lines(of: block))
        }
        self.parts = parts
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func lines(ofFile name: String) throws -> [String] {
        lines(of: try String(contentsOf: package.appending(path: name), encoding: .utf8))
    }

    @Test("Every code block on the page is part of the package's files")
    func thePageShowsWhatIsInTheFiles() throws {
        #expect(!parts.isEmpty)
        for (name, blocks) in parts {
            let lines = try Self.lines(ofFile: name)
            for block in blocks {
                let isFound = lines.indices.contains { lines[$0...].starts(with: block) }
                #expect(isFound, "\(name) does not have this part: \(block.first ?? "")")
            }
        }
    }

    @Test("The page shows every line of the package's files")
    func thePageLeavesNothingOfTheStoreOut() throws {
        let folder = "Sources/DictionaryStore"
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.package.appending(path: folder).path)
        for file in files {
            let name = "\(folder)/\(file)"
            let shown = Set((parts[name] ?? []).joined())
            let rest = try Self.lines(ofFile: name).filter { !$0.contains("import ") && !shown.contains($0) }
            #expect(rest.isEmpty, "the page does not show this of \(name)")
        }
    }
}
