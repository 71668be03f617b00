import ModelTemplates
import Stencil

/// Renders the built-in templates.
///
/// Stencil's types are not `Sendable`, so a renderer lives inside the call that renders.
final class TemplateRenderer {
    private let environment = Environment(trimBehaviour: .smart)
    private var parsed: [String: Template] = [:]

    /// The text of one template for one context.
    func render(_ name: String, _ context: some Sendable) throws -> String {
        let unknownNames = UnknownNames()
        let text: String
        do {
            text = try template(name).render(TemplateNode.variables(of: context, unknownNames: unknownNames))
        } catch {
            throw TemplateFailure(template: name, message: String(describing: error))
        }
        guard unknownNames.names.isEmpty else {
            throw TemplateFailure(
                template: name, message: "unknown names \(unknownNames.names.sorted().joined(separator: ", "))")
        }
        // Each template opens with a comment, whose line feed Stencil leaves standing.
        return String(text.drop { $0 == "\n" })
    }

    private func template(_ name: String) throws -> Template {
        if let template = parsed[name] { return template }
        guard let text = BuiltInTemplates.all[name] else {
            throw TemplateFailure(template: name, message: "no template of that name")
        }
        let template = Template(templateString: text, environment: environment, name: name)
        parsed[name] = template
        return template
    }
}

/// A template could not be rendered.
public struct TemplateFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public var template: String
    public var message: String

    public var description: String { "template '\(template)': \(message)" }
}
