import ModelDiagnostics

/// Checks templates against the types of their contexts, before rendering.
///
/// Templates that a template includes are checked with the variables at that place.
final class TemplateChecker {
    /// Far more than the number of paths to a template.
    private static let maximumVisits = 2_000

    let templates: TemplateSet
    /// The severity of unknown variables and fields.
    let unknownNameSeverity: Diagnostic.Severity
    private(set) var failures: Set<TemplateFailure> = []
    /// The names of the templates visited so far.
    private(set) var visited: Set<String> = []
    private var open: [String] = []
    private var visitCount = 0

    init(_ templates: TemplateSet, unknownNameSeverity: Diagnostic.Severity = .error) {
        self.templates = templates
        self.unknownNameSeverity = unknownNameSeverity
    }

    /// Checks a template with variables.
    func check(_ name: String, variables: [String: TemplateType]) {
        guard let source = templates.source(named: name) else { return }
        var scopes = TemplateScopes(variables)
        visit(source, &scopes, macros: [:])
    }

    func report(_ failure: TemplateFailure) { failures.insert(failure) }

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
        guard !open.contains(source.name), visitCount < Self.maximumVisits else { return macros }
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
