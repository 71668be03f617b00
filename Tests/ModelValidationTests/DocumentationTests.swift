import Foundation
import ModelDiagnostics
import ModelEvolution
import ModelValidation
import TestSupport
import Testing

@Suite struct DocumentationTests {
    /// The codes that targets declare, which only their sources list.
    private func codesDeclared() throws -> Set<String> {
        var codes: Set<String> = []
        let files = FileManager.default.enumerator(
            at: SourceTree.folder("Sources"), includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains(/extension Diagnostic(\.Code|Rule) {/) else { continue }
            for match in text.matches(of: /static let \w+ = (?:Self|Diagnostic\.Code)\(\s*"([a-z0-9-]+)"/) {
                codes.insert(String(match.1))
            }
        }
        return codes
    }

    @Test func thePageListsEveryCodeOnce() throws {
        let documented = try DiagnosticsPage().entries.map(\.code)
        let rules = ModelValidator.rules.map(\.code.rawValue) + EvolutionRule.all.map(\.code.rawValue)
        let declared = try codesDeclared().union(rules)
        #expect(Set(documented).subtracting(declared).sorted() == [], "documented and gone")
        #expect(declared.subtracting(documented).sorted() == [], "not documented")
        #expect(Set(documented).count == documented.count)
    }

    @Test func thePageGivesLevelsAndMeanings() throws {
        let page = try DiagnosticsPage()
        let entries = Dictionary(page.entries.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first })
        for rule in ModelValidator.rules {
            let entry = try #require(entries[rule.code.rawValue])
            #expect(
                entry.severity == rule.defaultLevel.rawValue && entry.isMandatory == rule.isMandatory, "\(rule.code)")
            #expect(entry.meaning == rule.summary, "\(rule.code)")
        }
    }

    @Test func everyCodeHasAnExampleThatFailsAndOneThatPasses() throws {
        for entry in try DiagnosticsPage().entries {
            #expect(entry.failingExample != entry.passingExample, "\(entry.code)")
        }
    }
}
