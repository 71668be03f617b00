import StencilTemplates

extension TemplateRenderer {
    /// Creates a renderer with all filters: those of the language, and those that know Swift.
    init(
        _ templates: TemplateSet = .builtIn, parameters: TemplateParameters = TemplateParameters(),
        lines: TemplateLineHandling = .trimming
    ) {
        self.init(templates.sources, filters: .all, parameters: parameters, lines: lines)
    }

    /// Returns the text of a context's template.
    func render<Context: TemplateContext>(_ context: Context) throws(TemplateError) -> String {
        // Each template starts with a comment, and the line feed after it stays.
        String(try render(Context.templateName, context).drop { $0 == "\n" })
    }
}
