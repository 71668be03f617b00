/// Writes diagnostics in one form.
public protocol DiagnosticFormatter: Sendable {
    /// The diagnostics, sorted. The same diagnostics in another order give the same text.
    func format(_ diagnostics: [LocatedDiagnostic]) -> String
}
