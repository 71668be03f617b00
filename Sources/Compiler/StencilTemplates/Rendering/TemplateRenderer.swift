import Synchronization

/// Renders templates.
package struct TemplateRenderer: Sendable {
    private let library: TemplateLibrary
    private let parameters: any TemplateValue
    private let maximumStepCount: Int

    /// - Parameters:
    ///   - templates: The templates to render, and those that they include.
    ///   - filters: The filters that the templates can use.
    ///   - parameters: The value of `param` in every template.
    ///   - lines: The treatment of lines with tags.
    package init(
        _ templates: TemplateSources, filters: TemplateFilters = .language, parameters: any TemplateValue,
        lines: TemplateLineHandling = .trimming
    ) {
        self.init(
            templates, filters: filters, parameters: parameters, lines: lines,
            maximumStepCount: TemplateScope.maximumStepCount)
    }

    init(
        _ templates: TemplateSources, filters: TemplateFilters = .language, parameters: any TemplateValue,
        lines: TemplateLineHandling = .trimming, maximumStepCount: Int
    ) {
        library = TemplateLibrary(templates, filters: filters, lines: lines)
        self.parameters = parameters
        self.maximumStepCount = maximumStepCount
    }

    /// Returns the text of one template, with the fields of a record as variables.
    package func render(_ name: String, _ record: some TemplateRecord) throws(TemplateError) -> String {
        let body = try library.body(named: name)
        let scope = TemplateScope(
            record.object, parameters: parameters.rendered, library: library, maximumStepCount: maximumStepCount)
        var text = ""
        do {
            try body.render(in: scope, into: &text)
        } catch let error as TemplateError {
            throw error
        } catch {
            throw .renderingError(
                String(describing: error), in: TemplateSource(name: name, text: ""), at: "".startIndex)
        }
        return library.lines.finished(text)
    }
}

/// The templates, each parsed once, for use on all cores.
final class TemplateLibrary: Sendable {
    private let templates: TemplateSources
    private let parsed = Mutex<[String: TemplateBody]>([:])

    /// The filters that the templates can use.
    let filters: TemplateFilters
    /// The treatment of lines with tags.
    let lines: TemplateLineHandling

    init(_ templates: TemplateSources, filters: TemplateFilters, lines: TemplateLineHandling) {
        self.templates = templates
        self.filters = filters
        self.lines = lines
    }

    /// Returns a template for rendering.
    func body(named name: String) throws(TemplateError) -> TemplateBody {
        try parsed.withLock { parsed throws(TemplateError) in
            if let body = parsed[name] { return body }
            guard let source = templates[name] else {
                throw .missing(name, among: [], in: TemplateSource(name: name, text: ""), at: "".startIndex)
            }
            let prepared = TemplateSource(name: source.name, path: source.path, text: lines.prepared(source.text))
            let body = try TemplateParser.body(of: prepared, lines: lines)
            parsed[name] = body
            return body
        }
    }

    /// Returns a template that another template includes.
    func body(named name: String, at place: TemplatePosition) throws(TemplateError) -> TemplateBody {
        guard templates[name] != nil else {
            throw .missing(name, among: templates.names, in: place.source, at: place.index)
        }
        return try body(named: name)
    }
}
