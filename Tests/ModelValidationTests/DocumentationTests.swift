import Foundation
import ModelDiagnostics
import ModelValidation
import TestSupport
import Testing

@Suite struct DocumentationTests {
    private struct Row {
        var code: String
        var severity: String
        var meaning: String
    }

    /// The rows of the tables of codes.
    private func rows() throws -> [Row] {
        let text = try String(
            contentsOf: SourceTree.file("Sources/modelgen/Documentation.docc/Diagnostics.md"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            guard let match = line.wholeMatch(of: /\| `([a-z0-9-]+)` \| ([a-z]+\\?\*?) \| (.+?) \| .+ \| .+ \|/) else {
                return nil
            }
            return Row(code: String(match.1), severity: String(match.2), meaning: String(match.3))
        }
    }

    /// The codes that targets declare, which only their sources list.
    private func codesDeclared() throws -> Set<String> {
        var codes: Set<String> = []
        let files = FileManager.default.enumerator(
            at: SourceTree.folder("Sources"), includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("extension Diagnostic.Code {") else { continue }
            for match in text.matches(of: /static let \w+ = (?:Self|Diagnostic\.Code)\("([a-z0-9-]+)"\)/) {
                codes.insert(String(match.1))
            }
        }
        return codes
    }

    @Test func thePageListsEveryCodeOnce() throws {
        let documented = try rows().map(\.code)
        let declared = try codesDeclared().union(ModelValidator.rules.map(\.code.rawValue))
        #expect(Set(documented).subtracting(declared).sorted() == [], "documented and gone")
        #expect(declared.subtracting(documented).sorted() == [], "not documented")
        #expect(Set(documented).count == documented.count)
    }

    @Test func thePageGivesLevelsAndMeanings() throws {
        let rows = Dictionary(try rows().map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
        for rule in ModelValidator.rules {
            let row = try #require(rows[rule.code.rawValue])
            #expect(row.severity == rule.defaultLevel.rawValue + (rule.isMandatory ? #"\*"# : ""), "\(rule.code)")
            #expect(row.meaning == rule.summary, "\(rule.code)")
        }
    }
}
