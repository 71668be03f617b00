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
        let page = try DiagnosticsPage()
        #expect(page.entries.count == KnownRules.all.count)
        let rules = Dictionary(KnownRules.all.map { ($0.code.rawValue, $0) }, uniquingKeysWith: { first, _ in first })
        for entry in page.entries {
            let rule = try #require(rules[entry.code], "\(entry.code)")
            #expect(rule.defaultSeverity?.rawValue ?? "off" == entry.severity, "\(entry.code)")
            #expect(rule.summary == entry.meaning, "\(entry.code)")
        }
    }
}
