import Foundation
import TestSupport
import Testing

/// `Tests/Parity` runs the tests of the module `CoreData` with Apple's framework. A list says which files and tests it
/// leaves out, and where the two differ.
@Suite struct ParityListTests {
    /// A line of the list.
    private struct Deviation {
        var kind: String
        var name: String
        var reason: String
    }

    private static let folder = "Tests/CoreDataTests"

    private func deviations() throws -> [Deviation] {
        try text(of: "Tests/Parity/Deviations.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let match = try #require(line.wholeMatch(of: /(file|omitted|differs) (\S+): (\S.+)/), "\(line)")
            return Deviation(kind: String(match.1), name: String(match.2), reason: String(match.3))
        }
    }

    private func text(of path: String) throws -> String {
        try String(contentsOf: SourceTree.file(path), encoding: .utf8)
    }

    /// The names of the files of the tests.
    private func files() throws -> Set<String> {
        let path = SourceTree.folder(Self.folder).path(percentEncoded: false)
        return Set(try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".swift") })
    }

    @Test("Each file of the tests is in the package, or the list says why it isn't")
    func listedFiles() throws {
        let listed = try deviations().filter { $0.kind == "file" }.map(\.name)
        #expect(listed == listed.sorted() && Set(listed).count == listed.count)
        let files = try files()
        #expect(Set(listed).subtracting(files) == [], "these files do not exist")
        // The package has all files of the folder, behind a link, except for those that its manifest excludes.
        let excluded = try text(of: "Tests/Parity/Package.swift").matches(of: /"Shared\/(\w+\.swift)"/).map {
            String($0.1)
        }
        #expect(Set(excluded) == Set(listed))
        let link = SourceTree.file("Tests/Parity/Tests/CoreDataTests/Shared").path(percentEncoded: false)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../../../CoreDataTests")
    }

    @Test("The files of the package import nothing that only the main package has")
    func imports() throws {
        let modules: Set = [
            "CoreData", "CoreDataHandwritten", "CoreDataSampleModels", "Dispatch", "Foundation", "TestSupport",
            "Testing",
        ]
        let listed = Set(try deviations().filter { $0.kind == "file" }.map(\.name))
        for file in try files().subtracting(listed) {
            let text = try text(of: "\(Self.folder)/\(file)")
            for line in text.matches(of: /(?m)^(@\w+ )?import (\w+)/) {
                #expect(line.1 == nil && modules.contains(String(line.2)), "\(file): \(line.0)")
            }
        }
    }

    @Test("The list names tests that exist, once, with a reason")
    func listedTests() throws {
        let deviations = try deviations()
        let listed = Set(deviations.filter { $0.kind == "file" }.map(\.name))
        let tests = try files().subtracting(listed).flatMap { Self.tests(in: try text(of: "\(Self.folder)/\($0)")) }
        #expect(Set(tests).count > 200)
        let names = deviations.filter { $0.kind != "file" }.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Set(names).subtracting(tests) == [], "these tests do not exist")
        for kind in ["omitted", "differs"] {
            let ofKind = deviations.filter { $0.kind == kind }.map(\.name)
            #expect(ofKind == ofKind.sorted(), "\(kind)")
        }
    }

    @Test("Apple's signatures, with which sources are compiled here, have every name that the module has")
    func standIns() throws {
        let folder = SourceTree.folder("Tests/Support/StandIns/CoreData").path(percentEncoded: false)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        let keywords: Set<Substring> = ["class", "enum", "struct", "protocol", "extension"]
        // The words in each type of the first level, and those outside of all.
        var declared: [String: Set<Substring>] = [:]
        for name in names {
            var type = ""
            for line in try String(contentsOfFile: folder + name, encoding: .utf8).split(separator: "\n") {
                let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
                if !line.hasPrefix(" ") {
                    let count = line.contains(".Name {") ? 2 : 1
                    let named = words.drop { !keywords.contains($0) }.dropFirst().prefix(count)
                    type = named.isEmpty ? "constants" : named.joined(separator: ".")
                }
                declared[type, default: []].formUnion(words)
            }
        }
        let ofRequests = declared["NSPersistentStoreRequest"] ?? []
        declared["NSFetchRequest"]?.formUnion(ofRequests)
        let list = try text(of: "Tests/Repository/CoreDataSymbols.txt").split(separator: "\n")
        for line in list where !line.hasPrefix("#") {
            let halves = line.split(separator: "|", maxSplits: 1)
            let notes = halves.dropFirst().joined()
            // A whole type is unavailable.
            guard !notes.hasPrefix(" absent: ") else { continue }
            let absent = Set(notes.matches(of: #/(\w+) absent:/#).map(\.1))
            let parts = halves[0].split(separator: ":", omittingEmptySubsequences: false)
            let found = try #require(declared[String(parts[0])], "\(parts[0])")
            let missing = Set(parts[1].split(separator: " ")).subtracting(absent).subtracting(found)
            #expect(missing == [], "\(parts[0])")
        }
    }

    /// The tests of a file, as the test library names them.
    private static func tests(in text: String) -> [String] {
        var tests: [String] = []
        var (suite, isTest) = ("", false)
        // Suites aren't nested, but some are for newer compilers.
        var margin = ""
        let declaration = /(?:@Suite(?:\(.*\))? )?(?:private |final )*(?:struct|extension) (\w+)/
        for line in text.split(separator: "\n") {
            if line.hasPrefix("#") { margin = line.hasPrefix("#endif") ? "" : "    " }
            if line.hasPrefix(margin), let match = line.dropFirst(margin.count).prefixMatch(of: declaration) {
                suite = String(match.1)
            }
            if line.contains(/^\ +@Test\b/) { isTest = true }
            guard isTest, let match = line.firstMatch(of: /\bfunc (\w+)\(([^)]*)/) else { continue }
            let labels = match.2.split(separator: ",").filter { $0.contains(":") }.map { parameter in
                (parameter.split(whereSeparator: { $0 == " " || $0 == ":" }).first ?? "") + ":"
            }
            tests.append("\(suite)/\(match.1)(\(labels.joined()))")
            isTest = false
        }
        return tests
    }
}
