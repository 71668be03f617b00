import ModelDiagnostics
import ModelEvolution

/// Comparisons as tables for a pull request, in GitHub's dialect.
struct MarkdownReport {
    /// As many changes of one comparison as anybody reads in a comment.
    private static let shownCount = 200

    let workingFolder: WorkingFolder

    func text(of reports: [ModelReport]) -> String {
        guard !reports.isEmpty else { return "No model has changed.\n" }
        return reports.map(text).joined(separator: "\n\n") + "\n"
    }

    private func text(of report: ModelReport) -> String {
        var parts = ["### \(Self.escaped(workingFolder.shortened(report.path)))"]
        if !report.notes.isEmpty {
            parts.append(report.notes.map { "- \(Self.escaped($0))" }.joined(separator: "\n"))
        }
        for comparison in report.comparisons {
            let names = "\(Self.escaped(comparison.old.name)) → \(Self.escaped(comparison.new.name))"
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
            let why = [verdict.reason, verdict.remedy].compactMap { $0 }.map(Self.escaped).joined(separator: "; ")
            return "| \(Self.escaped(item.assessed.change.summary)) | \(verdict.label) | \(why) |"
        }
        if items.count > Self.shownCount {
            lines.append("| and \(items.count - Self.shownCount) more | | |")
        }
        return lines.joined(separator: "\n")
    }

    /// Text that means nothing to Markdown: names come from the model, and must not forge a link or a cell.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.withVisibleControls.unicodeScalars {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "#", "|", "~", "@":
                result += scalar == "<" ? "&lt;" : scalar == ">" ? "&gt;" : scalar == "@" ? "&#64;" : "\\\(scalar)"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
