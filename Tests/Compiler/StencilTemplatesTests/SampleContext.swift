import ModelDiagnostics

@testable import StencilTemplates

/// A context with a field of every type.
struct SampleContext: TemplateRecord {
    struct Hero: TemplateRecord {
        var name = "Ada"
        var alias: String?

        static let fields: TemplateFields<Self> = [
            .init("name", \.name, "A text."), .init("alias", \.alias, "A text that is missing."),
        ]
    }

    var hero = Hero()
    var names = ["a", "b", "c"]
    var none: [String] = []
    var table = ["y": 2, "x": 1]
    var key = "x"
    var count = 3
    var flag = true

    static let fields: TemplateFields<Self> = [
        .init("hero", \.hero, "A record."), .init("names", \.names, "Texts."), .init("none", \.none, "No texts."),
        .init("table", \.table, "Numbers by name."), .init("key", \.key, "A text."),
        .init("count", \.count, "A number."),
        .init("flag", \.flag, "A flag."),
    ]
}

/// Renders a template with the sample context.
func render(
    _ text: String, _ others: [String: String] = [:], parameters: [String: String] = [:],
    maximumStepCount: Int = TemplateScope.maximumStepCount
) throws(TemplateError) -> String {
    let renderer = TemplateRenderer(
        sampleTemplates(text, others), parameters: parameters, maximumStepCount: maximumStepCount)
    return try renderer.render("t", SampleContext())
}

/// What checking a template with the sample context reports, as `line:column code message; hint`.
func problems(in text: String, _ others: [String: String] = [:]) -> [String] {
    let checker = TemplateChecker(sampleTemplates(text, others))
    var variables = Dictionary(SampleContext.fieldTypes.map { ($0.name, $0.type) }, uniquingKeysWith: { $1 })
    variables["param"] = .table(.any)
    checker.check("t", variables: variables)
    return checker.failures.map(\.diagnostic).sorted().map { problem in
        let file = problem.position.file == "t.stencil" ? "" : problem.position.file + ":"
        let place = "\(file)\(problem.position.line ?? 0):\(problem.position.column ?? 0)"
        return "\(place) \(problem.code) \(problem.message)" + (problem.hint.map { "; \($0)" } ?? "")
    }
}

private func sampleTemplates(_ text: String, _ others: [String: String]) -> TemplateSources {
    TemplateSources(others.merging(["t": text]) { $1 }.map { TemplateSource(name: $0.key, text: $0.value) })
}
