package import ModelDiagnostics

/// A format for comparisons.
package enum ReportFormat: String, Sendable, CaseIterable {
    /// Text for a terminal.
    case text
    /// Markdown tables for a pull request.
    case markdown
    /// A JSON document for scripts.
    case json

    /// Returns the text of reports, which is deterministic.
    ///
    /// - Parameter workingDirectory: The folder that paths are relative to.
    package func text(of reports: [ModelReport], seenFrom workingDirectory: WorkingDirectory) -> String {
        switch self {
        case .text: TextReport(workingDirectory: workingDirectory).text(of: reports)
        case .markdown: MarkdownReport(workingDirectory: workingDirectory).text(of: reports)
        case .json: JSONReport(workingDirectory: workingDirectory).text(of: reports)
        }
    }
}
