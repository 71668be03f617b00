import ModelDiagnostics
import Testing

@testable import StencilTemplates

@Suite struct TemplateFilterTests {
    private static let examples = TemplateFilters.language.groups.flatMap(\.filters).flatMap { filter in
        filter.examples.map { (filter.name, $0.template, $0.result) }
    }

    @Test("The examples of the filters are correct", arguments: examples)
    func examplesAreTrue(_ name: String, _ template: String, _ result: String) throws {
        #expect(try render(template) == result, "\(name)")
    }

    @Test("Every filter has an example and a unique name")
    func everyFilterHasAnExampleAndAName() {
        let filters = TemplateFilters.language.groups.flatMap(\.filters)
        #expect(filters.filter { $0.examples.isEmpty }.map(\.name) == [])
        #expect(Set(filters.map(\.name)).count == filters.count)
    }

    @Test("A regular expression that takes too long is an error")
    func expensiveExpressions() {
        let text = String(repeating: "a", count: 40) + "b"
        #expect(throws: TemplateError.self) {
            try render("{{ \"\(text)\"|replace:\"(a+)+$\",\"x\",\"regex\" }}")
        }
        #expect(throws: TemplateError.self) { try render("{{ \"a\"|replace:\"(\",\"x\",\"regex\" }}") }
    }

    @Test("The time for wrapping does not grow in proportion to the width")
    func wideLines() throws {
        func duration(_ width: Int) throws -> Duration {
            let template = "{% filter wrapped:\(width) %}\(String(repeating: "a ", count: 60_000)){% endfilter %}"
            return try ContinuousClock().measure { _ = try render(template) }
        }
        let narrow = try duration(20)
        #expect(try duration(10_000) < narrow * 20)
    }

    @Test("An input of the wrong type is an error that says so")
    func wrongInputIsSaid() throws {
        let failure = #expect(throws: TemplateError.self) { try render("{{ hero.alias|basename }}") }
        #expect(failure?.diagnostic.message == "filter 'basename' needs a string, not nothing")
        #expect(throws: TemplateError.self) { try render("{{ \"a\"|indent:-1 }}") }
        #expect(throws: TemplateError.self) { try render("{{ \"a\"|removeNewlines:\"neat\" }}") }
    }
}
