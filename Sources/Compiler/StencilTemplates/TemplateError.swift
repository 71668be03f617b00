public import ModelDiagnostics

/// A problem in a template, with its place.
///
/// ```swift
/// do {
///     _ = try CodeGenerator(templates: templates).generate(model, source: "Library.xcdatamodeld")
/// } catch let error as TemplateError {
///     print(error)  // The problem, with the file, the line, and the column
///     return error.diagnostic.position
/// }
/// ```
public struct TemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem, with the line of the template if it is known.
    public var diagnostic: LocatedDiagnostic

    public var description: String {
        [diagnostic.message, diagnostic.hint].compactMap(\.self).joined(separator: "; ")
            + " (\(diagnostic.position))"
    }

    /// Creates a failure at a place in a template, or for the whole template.
    package init(
        _ rule: DiagnosticRule, severity: Diagnostic.Severity? = nil, _ message: String, in source: TemplateSource,
        at index: String.Index?, hint: String? = nil
    ) {
        let place = index.map(source.position)
        let anchor = place.map { Diagnostic.Anchor.source(line: $0.line, column: $0.column) } ?? .file
        diagnostic = LocatedDiagnostic(
            Diagnostic(rule, severity: severity, message, at: anchor, hint: hint), file: source.path
        ) { _ in nil }
    }
}
