import Stencil

/// Templates, each parsed once.
///
/// Stencil's types are not `Sendable`, so a library lives inside the call that renders.
final class TemplateLibrary {
    /// Far more than templates need, and far from the end of the stack.
    private static let maximumDepth = 60

    private let templates: TemplateSet
    private var parsed: [String: TemplateBody] = [:]
    private var depth = 0
    /// Contexts need one. None of its tags is used.
    let environment = Environment()

    /// What becomes of the lines that tags stand in.
    let lines: TemplateLineHandling

    init(_ templates: TemplateSet, lines: TemplateLineHandling) {
        self.templates = templates
        self.lines = lines
    }

    /// A template that code is rendered with.
    func body(named name: String) throws(TemplateFailure) -> TemplateBody {
        if let body = parsed[name] { return body }
        guard let source = templates.source(named: name) else {
            throw .missing(name, among: [], in: TemplateSource(name: name, text: ""), at: "".startIndex)
        }
        let prepared = TemplateSource(name: source.name, path: source.path, text: lines.prepared(source.text))
        let body = try TemplateScript(prepared, library: self).parse()
        parsed[name] = body
        return body
    }

    /// A template that another one names.
    func body(named name: String, at place: TemplatePlace) throws(TemplateFailure) -> TemplateBody {
        guard templates.source(named: name) != nil else {
            throw .missing(name, among: Array(templates.sources.keys), in: place.source, at: place.index)
        }
        return try body(named: name)
    }

    /// Renders a template or macro inside another, unless that has no end.
    func nesting(_ place: TemplatePlace, _ render: () throws -> String) throws -> String {
        guard depth < Self.maximumDepth else {
            throw TemplateFailure.failure("templates are nested too deeply here", in: place.source, at: place.index)
        }
        depth += 1
        defer { depth -= 1 }
        return try render()
    }
}
