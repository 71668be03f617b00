import Foundation
import ModelCompiler
import ModelDiagnostics
import ModelValidation
import TestSupport
import Testing

@Suite struct KnownRulesTests {
    @Test func everyCodeIsThereOnce() {
        let codes = KnownRules.all.map(\.code)
        #expect(Set(codes).count == codes.count)
    }

    /// What code scanning shows about a rule is what the page says.
    @Test func theyAreThoseOfThePage() throws {
        let page = try String(
            contentsOf: SourceTree.file("Sources/modelgen/Documentation.docc/Diagnostics.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").compactMap { line in
            line.wholeMatch(of: /\| `([a-z0-9-]+)` \| ([a-z]+)\\?\*? \| (.+?) \| .+ \| .+ \|/)
        }
        #expect(rows.count == KnownRules.all.count)
        let rules = Dictionary(KnownRules.all.map { ($0.code.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
        for row in rows {
            let rule = try #require(rules[String(row.1)], "\(row.1)")
            #expect(rule.defaultSeverity?.rawValue ?? "off" == row.2, "\(row.1)")
            #expect(rule.summary == row.3, "\(row.1)")
        }
    }
}
