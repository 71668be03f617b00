import ModelDiagnostics
import ModelEvolution

/// Formats comparisons as text for a terminal.
struct TextReport {
    let workingDirectory: WorkingDirectory

    func text(of reports: [ModelReport]) -> String { reports.map(text).joined(separator: "\n") }

    private func text(of report: ModelReport) -> String {
        var lines = [workingDirectory.shortenedPath(of: report.path)] + report.notes.map { "  \($0)" }
        for comparison in report.comparisons {
            lines.append(
                "\(comparison.old.name) -> \(comparison.new.name): "
                    + (comparison.items.isEmpty ? "no difference" : comparison.assessment.label))
            for item in comparison.items { lines += self.lines(of: item) }
        }
        return lines.map { $0.withVisibleControls + "\n" }.joined()
    }

    private func lines(of item: ModelComparison.Item) -> [String] {
        var position = item.position
        position.file = workingDirectory.shortenedPath(of: position.file)
        let (change, verdict) = (item.assessed.change, item.assessed.verdict)
        var lines = ["  \(change.kind.mark) \(change.summary)", "      \(verdict.label): \(verdict.reason)"]
        if let remedy = verdict.remedy { lines.append("      \(remedy)") }
        lines.append("      \(position)")
        return lines
    }
}

extension ModelChange.Kind {
    /// The mark of the change, as in text differences.
    var mark: String {
        switch self {
        case .added: "+"
        case .removed: "-"
        case .renamed, .changed, .reordered: "~"
        }
    }
}
