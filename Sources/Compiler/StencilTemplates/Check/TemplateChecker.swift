package import ModelDiagnostics

/// Checks templates against the types of their contexts, before rendering.
///
/// Templates that a template includes are checked with the variables at that place.
package final class TemplateChecker {
    /// Far more than the number of paths to a template.
    private static let maximumVisits = 2_000

    let templates: TemplateSources
    let filters: TemplateFilters
    /// The severity of unknown variables and fields.
    let unknownNameSeverity: Diagnostic.Severity
    /// The problems found so far.
    package private(set) var failures: Set<TemplateError> = []
    /// The names of the templates visited so far.
    package private(set) var visited: Set<String> = []
    private var open: [String] = []
    private var visitCount = 0
    /// The number of tags that contain the current one, in all open templates.
    private var depth = 0

    /// - Parameters:
    ///   - templates: The templates to check, and those that they include.
    ///   - filters: The filters that the templates can use.
    ///   - unknownNameSeverity: The severity of unknown variables and fields.
    package init(
        _ templates: TemplateSources, filters: TemplateFilters = .language,
        unknownNameSeverity: Diagnostic.Severity = .error
    ) {
        self.templates = templates
        self.filters = filters
        self.unknownNameSeverity = unknownNameSeverity
    }

    /// Checks a template with variables.
    package func check(_ name: String, variables: [String: TemplateType]) {
        guard let source = templates[name] else { return }
        var scopes = TemplateScopes(variables)
        visit(source, &scopes, macros: [:])
    }

    /// Adds a problem.
    package func report(_ failure: TemplateError) { failures.insert(failure) }

    /// Enters a tag with contents.
    func enter(_ tag: TemplateTag) throws(TemplateError) {
        guard depth + open.count <= TemplateTags.maximumDepth else { throw .tooDeep(tag) }
        depth += 1
    }

    /// Leaves the tag.
    func leave() { depth -= 1 }

    /// Checks a template in the place of the tag that includes it.
    ///
    /// - Returns: The macros that it declares.
    @discardableResult
    func visit(
        _ source: TemplateSource, _ scopes: inout TemplateScopes, macros: [String: Int],
        blocks: [String: [TemplateBlockCheck]] = [:]
    ) -> [String: Int] {
        visited.insert(source.name)
        // A template that includes itself can be checked only once.
        guard !open.contains(source.name), visitCount < Self.maximumVisits,
            depth + open.count < TemplateTags.maximumDepth
        else { return macros }
        visitCount += 1
        open.append(source.name)
        defer { open.removeLast() }
        do {
            var check = TemplateCheck(
                try TemplateLexer.tokens(of: source), of: source, by: self, scopes: scopes, macros: macros,
                blocks: blocks)
            try check.run()
            scopes = check.scopes
            return check.macros
        } catch {
            report(error)
            return macros
        }
    }
}

/// A block of a template that extends another template.
struct TemplateBlockCheck {
    let source: TemplateSource
    let pieces: [TemplateToken]
    /// The piece after the tag.
    let start: Int
}
