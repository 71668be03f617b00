import Stencil

/// Renders templates.
final class TemplateRenderer {
    private let library: TemplateLibrary
    private let parameters: Any?

    init(
        _ templates: TemplateSet = .builtIn, parameters: TemplateParameters = TemplateParameters(),
        lines: TemplateLineHandling = .trimming
    ) {
        library = TemplateLibrary(templates, lines: lines)
        self.parameters = parameters.rendered
    }

    /// The text of a context's own template.
    func render<Context: TemplateContext>(_ context: Context) throws(TemplateFailure) -> String {
        // Each template opens with a comment, whose line feed is left standing.
        String(try render(Context.templateName, context.variables).drop { $0 == "\n" })
    }

    /// The text of one template, with variables by name.
    func render(_ name: String, _ variables: [String: Any]) throws(TemplateFailure) -> String {
        let body = try library.body(named: name)
        var variables = variables
        variables["param"] = parameters
        do {
            let text = try body.render(in: Context(dictionary: variables, environment: library.environment))
            return library.lines.finished(text)
        } catch let failure as TemplateFailure {
            throw failure
        } catch {
            throw .failure(String(describing: error), in: TemplateSource(name: name, text: ""), at: "".startIndex)
        }
    }
}
