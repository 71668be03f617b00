import Foundation
import TestSupport
import Testing

/// The titles of tests, which say what they prove to a reader who does not know the code.
@Suite struct TestTitleTests {
    @Test("Every test has a title, which no other test in its suite has")
    func titles() throws {
        let tests = try tests()
        #expect(tests.count > 2_500)
        let untitled = tests.filter { $0.title == nil }.map(\.place)
        #expect(untitled.isEmpty, "\(untitled.joined(separator: "\n"))")
        let titled = Dictionary(grouping: tests.filter { $0.title != nil }) { [$0.suite, $0.title?.lowercased()] }
        let repeated = titled.values.filter { $0.count > 1 }.map { $0.map(\.place).joined(separator: ", ") }.sorted()
        #expect(repeated.isEmpty, "\(repeated.joined(separator: "\n"))")
    }

    /// Names that begin with a lowercase letter, wherever they are.
    private static let names: Set = ["modelgen.yml", "performAndWait"]

    @Test("Titles begin with a capital letter, unless they begin with a name")
    func beginnings() throws {
        let uncapitalized = try tests().filter { test in
            guard let title = test.title, title.first?.isLowercase == true else { return false }
            return !Self.names.contains(String(title.prefix { $0 != " " }))
        }
        #expect(uncapitalized.isEmpty, "\(uncapitalized.map(\.place).joined(separator: "\n"))")
    }

    // MARK: What is read

    private struct TitledTest {
        /// `Tests/Repository/TestTitleTests.swift:10`
        var place: String
        /// The folder of the target, and the types around the test.
        var suite: String
        var title: String?
    }

    private func tests() throws -> [TitledTest] {
        let folder = SourceTree.folder("Tests")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        return try paths.sorted().filter { path in
            path.hasSuffix(".swift") && !path.contains(".build/")
        }.flatMap { path in
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            let target = path.split(separator: "/").dropLast().prefix(2).joined(separator: "/")
            return tests(in: text.split(separator: "\n", omittingEmptySubsequences: false), of: target, path)
        }
    }

    /// The house style gives each declaration a line of its own, and what is inside another one four columns more.
    private func tests(in lines: [Substring], of target: String, _ path: String) -> [TitledTest] {
        var tests: [TitledTest] = []
        var types: [(indentation: Int, name: String)] = []
        for (index, line) in lines.enumerated() {
            let code = line.drop { $0 == " " }
            let indentation = line.distance(from: line.startIndex, to: code.startIndex)
            if code.hasPrefix("@Test") {
                // The title is the first argument, in the same line or the next one.
                let start = code + (index + 1 < lines.count ? lines[index + 1] : "")
                guard let match = start.prefixMatch(of: /@Test(?:\(\s*"((?:[^"\\]|\\.)*)"|[( ]|$)/) else { continue }
                types.removeAll { $0.indentation >= indentation }
                tests.append(
                    TitledTest(
                        place: "Tests/\(path):\(index + 1)",
                        suite: ([target] + types.map(\.name)).joined(separator: "."),
                        title: match.1.map(String.init)))
            } else if code.hasSuffix("{"), let words = DeclarationWords(code),
                words.isType || words.keyword == "extension"
            {
                types.removeAll { $0.indentation >= indentation }
                types.append((indentation, words.name))
            }
        }
        return tests
    }
}
