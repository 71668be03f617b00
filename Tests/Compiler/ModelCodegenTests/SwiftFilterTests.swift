import StencilTemplates
import Testing

@testable import ModelCodegen

/// The filters that know Swift. Those of the language have tests of their own.
@Suite struct SwiftFilterTests {
    private static let filters = TemplateFilters.all.groups.flatMap(\.filters)
    private static let examples = TemplateFilters.all.groups.filter { $0.title == "Swift" }.flatMap(\.filters)
        .flatMap { filter in filter.examples.map { (filter.name, $0.template, $0.result) } }

    @Test("The examples of the filters are correct", arguments: examples)
    func examplesAreTrue(_ name: String, _ template: String, _ result: String) throws {
        #expect(try render(template) == result, "\(name)")
    }

    @Test("Every filter has an example and a unique name")
    func everyFilterHasAnExampleAndANameOfItsOwn() {
        #expect(Self.filters.filter { $0.examples.isEmpty }.map(\.name) == [])
        #expect(Set(Self.filters.map(\.name)).count == Self.filters.count)
    }

    @Test("An unknown style of identifier is an error")
    func unknownStylesAreErrors() {
        #expect(throws: TemplateError.self) { try render("{{ \"a\"|swiftIdentifier:\"neat\" }}") }
    }

    private func render(_ text: String) throws(TemplateError) -> String {
        let set = TemplateSet([.init(name: "t", path: "t.stencil", text: text)], includesBuiltIn: false)
        return try TemplateRenderer(set).render("t", SwiftGenContext([], environment: [:]))
    }
}
