/// Renders templates.
struct TemplateRenderer: Sendable {
    private let library: TemplateLibrary
    private let parameters: TemplateParameters

    init(
        _ templates: TemplateSet = .builtIn, parameters: TemplateParameters = TemplateParameters(),
        lines: TemplateLineHandling = .trimming
    ) {
        library = TemplateLibrary(templates, lines: lines)
        self.parameters = parameters
    }

    /// Returns the text of a context's template.
    func render<Context: TemplateContext>(_ context: Context) throws(TemplateFailure) -> String {
        // Each template starts with a comment, and the line feed after it stays.
        String(try render(Context.templateName, context).drop { $0 == "\n" })
    }

    /// Returns the text of one template, with the fields of a record as variables.
    func render(_ name: String, _ record: some TemplateRecord) throws(TemplateFailure) -> String {
        let body = try library.body(named: name)
        let scope = TemplateScope(record.object, parameters: parameters, library: library)
        var text = ""
        do {
            try body.render(in: scope, into: &text)
        } catch let failure as TemplateFailure {
            throw failure
        } catch {
            throw .failure(String(describing: error), in: TemplateSource(name: name, text: ""), at: "".startIndex)
        }
        return library.lines.finished(text)
    }
}
