import Foundation
import TestSupport
import Testing

/// Readers recognize an error by its name.
@Suite struct ErrorNameTests {
    @Test("The name of a type that conforms to Error ends in Error, or in Errors if it contains several")
    func names() throws {
        var names: [String] = []
        for folder in ["Sources", "Plugins"] {
            let path = SourceTree.folder(folder).path(percentEncoded: false)
            for file in try FileManager.default.subpathsOfDirectory(atPath: path) where file.hasSuffix(".swift") {
                names += try Self.errors(in: String(contentsOf: SourceTree.file("\(folder)/\(file)"), encoding: .utf8))
            }
        }
        #expect(names.count > 50)
        #expect(names.filter { !$0.hasSuffix("Error") && !$0.hasSuffix("Errors") } == [])
    }

    @Test("Errors are found by what they conform to")
    func errors() {
        let source = """
            public struct ReadError: Error, Sendable {
            enum Refusal: Swift.Error, CustomStringConvertible {
            struct Finding: Sendable { var error: any Error }
            protocol Reported: LocalizedError {}
            func map<Failure: Error>(_ error: Failure) {
            """
        #expect(Self.errors(in: source) == ["ReadError", "Refusal", "Reported"])
    }

    /// The names of the types that conform to `Error`, or to a protocol whose name ends so.
    private static func errors(in text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            guard line.contains("Error"),
                let type = line.firstMatch(of: /^\s*(?:\w+ )*(?:struct|enum|class|actor|protocol) (\w+): ([^{]*)/),
                type.output.2.contains(/\b(\w*\.)?\w*Error\b/)
            else { return nil }
            return String(type.output.1)
        }
    }
}
