import ModelDiagnostics
import ModelEvolution
import StructuredText

/// Formats comparisons as Markdown tables for a pull request on GitHub.
struct MarkdownReport {
    /// The maximum number of changes of one comparison in a comment.
    private static let shownCount = 200

    let workingDirectory: WorkingDirectory

    func text(of reports: [ModelReport]) -> String {
        guard !reports.isEmpty else { return "No model has changed.\n" }
        return reports.map(text).joined(separator: "\n\n") + "\n"
    }

    private func text(of report: ModelReport) -> String {
        var parts = ["### \(markdownText(workingDirectory.shortenedPath(of: report.path)))"]
        if !report.notes.isEmpty {
            parts.append(report.notes.map { "- \(markdownText($0))" }.joined(separator: "\n"))
        }
        for comparison in report.comparisons {
            let names = "\(markdownText(comparison.old.name)) → \(markdownText(comparison.new.name))"
            guard !comparison.items.isEmpty else {
                parts.append("**\(names)**: no difference")
                continue
            }
            parts.append("**\(names)**: \(comparison.assessment.label)")
            parts.append(table(of: comparison.items))
        }
        return parts.joined(separator: "\n\n")
    }

    private func table(of items: [ModelComparison.Item]) -> String {
        var lines = ["| Change | Migration | Why |", "| --- | --- | --- |"]
        lines += items.prefix(Self.shownCount).map { item in
            let verdict = item.assessed.verdict
            let why = [verdict.reason, verdict.remedy].compactMap { $0 }.map(markdownText).joined(separator: "; ")
            return "| \(markdownText(item.assessed.change.summary)) | \(verdict.label) | \(why) |"
        }
        if items.count > Self.shownCount {
            lines.append("| and \(items.count - Self.shownCount) more | | |")
        }
        return lines.joined(separator: "\n")
    }
}
