import Foundation
import ModelDiagnostics
import ModelProjects
import ModelValidation
import TestSupport
import Testing

/// The page of diagnostics has what the code says of each one, and keeps what people have written below it.
@Suite struct DocumentationTests {
    private static let path = "Sources/Tools/modelgen/Documentation.docc/Diagnostics.md"
    private static let mandatory = Set(ModelValidator.rules.filter(\.isMandatory).map(\.code))

    private func page() throws -> DiagnosticsPage {
        try DiagnosticsPage(String(contentsOf: SourceTree.file(Self.path), encoding: .utf8))
    }

    /// The examples of a rule that is new on the page, and the hint of its message; nothing of other diagnostics.
    private func advice(on code: String) throws -> String {
        guard let example = RuleTests.examples.first(where: { $0.code.rawValue == code }) else { return "" }
        return try example.advice()
    }

    @Test("The documentation has a section for every diagnostic")
    func thePageHasASectionForEveryDiagnostic() throws {
        var page = try page()
        try page.update(for: KnownRules.all, mandatory: Self.mandatory, advice: advice)
        try expectGolden(page.text, at: "../../\(Self.path)")
    }

    @Test("Every rule has different failing and passing examples on the page")
    func examplesDifferAndEveryRuleHasThem() throws {
        let rules = Set(ModelValidator.rules.map(\.code.rawValue))
        let form = /\n\| Fails \| Passes \|\n\| --- \| --- \|\n\| (.+) \| (.+) \|\n\n[^\n#]+\n/
        for section in try page().sections where !section.advice.isEmpty || rules.contains(section.code) {
            let examples = try #require(try form.wholeMatch(in: section.advice), "\(section.code)")
            #expect(examples.1 != examples.2, "\(section.code)")
        }
    }

    @Test("New sections are inserted in order, and old ones are removed")
    func sections() throws {
        var page = DiagnosticsPage(
            "# Page\n\n## A\n\n### a\n\n**error:** Old.\n\nBy hand.\n\n## B\n\n### gone\n\n**note:** Gone.\n\n## C\n\n"
                + "### c\n\n**note:** C.\n")
        let rules = [
            DiagnosticRule("a", .warning, "A."), DiagnosticRule("b", nil, "B."), DiagnosticRule("c", .note, "C."),
        ]
        page.update(for: rules, mandatory: ["a"]) { "\nAdvice on \($0).\n" }
        #expect(
            page.text
                == "# Page\n\n## A\n\n### a\n\n**warning\\*:** A.\n\nBy hand.\n\n### b\n\n**off:** B.\n\nAdvice on b.\n\n"
                + "## B\n\n## C\n\n### c\n\n**note:** C.\n")
    }

    @Test("A new rule has the examples of its test and its hint")
    func newRules() throws {
        #expect(
            try advice(on: "relationship-count-reversed") == """

                | Fails | Passes |
                | --- | --- |
                | `minCount="6" maxCount="3"` | `minCount="3" maxCount="6"` |

                Lower minCount or raise maxCount.

                """)
    }
}
