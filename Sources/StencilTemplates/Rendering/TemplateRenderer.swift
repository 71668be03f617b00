/// Renders templates.
package struct TemplateRenderer: Sendable {
    private let library: TemplateLibrary
    private let parameters: any TemplateValue

    /// - Parameters:
    ///   - templates: The templates to render, and those that they include.
    ///   - filters: The filters that the templates can use.
    ///   - parameters: The value of `param` in every template.
    ///   - lines: The treatment of lines with tags.
    package init(
        _ templates: TemplateSources, filters: TemplateFilters = .language, parameters: any TemplateValue,
        lines: TemplateLineHandling = .trimming
    ) {
        library = TemplateLibrary(templates, filters: filters, lines: lines)
        self.parameters = parameters
    }

    /// Returns the text of one template, with the fields of a record as variables.
    package func render(_ name: String, _ record: some TemplateRecord) throws(TemplateFailure) -> String {
        let body = try library.body(named: name)
        let scope = TemplateScope(record.object, parameters: parameters.rendered, library: library)
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
