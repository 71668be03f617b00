/// The forms in which diagnostics are given to people and to other programs.
public enum DiagnosticFormat: String, Sendable, Hashable, CaseIterable {
    /// Lines as compilers write them, for terminals, build logs and editors.
    case text
    /// One document with the diagnostics, for scripts.
    case json
    /// Workflow commands, which GitHub shows as annotations of the changed lines.
    case github
    /// A log in the Static Analysis Results Interchange Format, version 2.1.0, for code scanning and editors.
    case sarif
    /// A report of tests in the form of JUnit, for CI systems of all kinds.
    case junit
    /// A Code Quality report, which GitLab shows in merge requests.
    case gitlab

    /// What writes this form.
    public func formatter(_ context: DiagnosticContext) -> any DiagnosticFormatter {
        switch self {
        case .text: DiagnosticTextFormatter(shownCount: context.shownCount)
        case .json: DiagnosticJSONFormatter(context)
        case .github: DiagnosticGitHubFormatter(context)
        case .sarif: DiagnosticSARIFFormatter(context)
        case .junit: DiagnosticJUnitFormatter(context)
        case .gitlab: DiagnosticGitLabFormatter(context)
        }
    }
}

/// Writes diagnostics in one form.
public protocol DiagnosticFormatter: Sendable {
    /// The diagnostics, sorted. The same diagnostics in another order give the same text.
    func format(_ diagnostics: [LocatedDiagnostic]) -> String
}
