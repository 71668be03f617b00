public import ModelDiagnostics

/// The formats of diagnostics for people and programs.
///
/// ```swift
/// let format = DiagnosticFormat(rawValue: flag) ?? .text
/// print(format.formatter(context).format(diagnostics), terminator: "")
/// ```
public enum DiagnosticFormat: String, Sendable, Hashable, CaseIterable {
    /// Lines as compilers write them, for terminals, build logs, and editors.
    case text
    /// One document with the diagnostics, for scripts.
    case json
    /// Workflow commands, which GitHub shows as annotations of the changed lines.
    case github
    /// A log in the Static Analysis Results Interchange Format, version 2.1.0, for code scanning and editors.
    case sarif
    /// A test report in the format of JUnit, for all kinds of CI systems.
    case junit
    /// A Code Quality report, which GitLab shows in merge requests.
    case gitlab

    /// The formatter for this format.
    public func formatter(_ context: DiagnosticContext) -> any DiagnosticFormatter {
        switch self {
        case .text: DiagnosticTextFormatter(maximumCount: context.maximumCount)
        case .json: DiagnosticJSONFormatter(context)
        case .github: DiagnosticGitHubFormatter(context)
        case .sarif: DiagnosticSARIFFormatter(context)
        case .junit: DiagnosticJUnitFormatter(context)
        case .gitlab: DiagnosticGitLabFormatter(context)
        }
    }

    /// Whether the format is of another program, which defines what a document contains: only diagnostics, and nothing
    /// else that a command prints.
    public var isReport: Bool {
        switch self {
        case .text, .json: false
        case .github, .sarif, .junit, .gitlab: true
        }
    }

    /// The extensions of files in the format, in lowercase; empty if no extension belongs to it alone.
    public var fileExtensions: [String] {
        switch self {
        case .text: ["txt"]
        case .json, .sarif: [rawValue]
        case .junit: ["xml"]
        case .github, .gitlab: []
        }
    }
}
