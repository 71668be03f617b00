package import ModelDiagnostics

/// The forms in which comparisons are given to people and programs.
package enum ReportFormat: String, Sendable, CaseIterable {
    /// Lines for a terminal.
    case text
    /// Tables for a pull request.
    case markdown
    /// One document, for scripts.
    case json

    /// The text of reports; the same reports give the same text.
    ///
    /// - Parameter workingFolder: The folder that paths are relative to.
    package func text(of reports: [ModelReport], seenFrom workingFolder: WorkingFolder) -> String {
        switch self {
        case .text: TextReport(workingFolder: workingFolder).text(of: reports)
        case .markdown: MarkdownReport(workingFolder: workingFolder).text(of: reports)
        case .json: JSONReport(workingFolder: workingFolder).text(of: reports)
        }
    }
}
