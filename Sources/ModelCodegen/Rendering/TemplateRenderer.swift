import ModelTemplates
import Stencil

/// Renders the built-in templates.
///
/// Stencil's types are not `Sendable`, so a renderer lives inside the call that renders.
final class TemplateRenderer {
    private let environment = Environment(trimBehaviour: .smart)
    private let templates: [String: String]
    private var parsed: [String: Template] = [:]
    private var expectedVariables: [String: Set<String>] = [:]

    /// - Parameter templates: The texts by name.
    init(templates: [String: String] = BuiltInTemplates.all) {
        self.templates = templates
    }

    /// The text of a context's own template.
    func render<Context: TemplateContext>(_ context: Context) throws -> String {
        try render(Context.templateName, context)
    }

    /// The text of one template for one context.
    func render(_ name: String, _ context: some TemplateRecord) throws -> String {
        let unknownNames = UnknownNames()
        let variables = context.variables(unknownNames)
        let text: String
        do {
            text = try template(name).render(variables)
        } catch {
            throw TemplateFailure(template: name, message: String(describing: error))
        }
        let fields = type(of: context).fields.all.map(\.name)
        for variable in expectedVariables[name, default: []].subtracting(fields) { unknownNames.insert(variable) }
        guard unknownNames.names.isEmpty else {
            throw TemplateFailure(
                template: name, message: "unknown names \(unknownNames.names.sorted().joined(separator: ", "))")
        }
        // Each template opens with a comment, whose line feed Stencil leaves standing.
        return String(text.drop { $0 == "\n" })
    }

    private func template(_ name: String) throws -> Template {
        if let template = parsed[name] { return template }
        guard let text = templates[name] else {
            throw TemplateFailure(template: name, message: "no template of that name")
        }
        let template = Template(templateString: text, environment: environment, name: name)
        parsed[name] = template
        expectedVariables[name] = TemplateVariables.expected(by: text)
        return template
    }
}

/// A template could not be rendered.
public struct TemplateFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public var template: String
    public var message: String

    public var description: String { "template '\(template)': \(message)" }
}
