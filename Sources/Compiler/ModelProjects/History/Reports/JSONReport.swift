import ModelDiagnostics
import ModelEvolution
import ModelSchema
import StructuredText

/// Formats comparisons as one JSON document. Within a version of the format, members are only added.
struct JSONReport {
    let workingDirectory: WorkingDirectory

    func text(of reports: [ModelReport]) -> String {
        JSONText.text(
            of: .members(
                .init("format", "modelgen-diff"), .init("version", .number(1)),
                .init("models", .array(reports.map(value)))))
    }

    private func value(_ report: ModelReport) -> StructuredValue {
        .members(
            .init("model", .string(workingDirectory.shortenedPath(of: report.path))),
            .init("notes", report.notes.isEmpty ? nil : .array(report.notes.map(StructuredValue.string))),
            .init("comparisons", .array(report.comparisons.map(value))))
    }

    private func value(_ comparison: ModelComparison) -> StructuredValue {
        let renames = comparison.assessment.likelyRenames.map { rename in
            StructuredValue.members(
                .init("from", .string(rename.oldName)), .init("to", .string(rename.newName)),
                .init("remedy", .string(rename.remedy)))
        }
        return .members(
            .init("from", .string(comparison.old.name)), .init("to", .string(comparison.new.name)),
            .init("migration", .string(comparison.assessment.level.code)),
            .init("losesData", .boolean(comparison.assessment.losesData)),
            .init("changes", .array(comparison.items.map(value))),
            .init("likelyRenames", renames.isEmpty ? nil : .array(renames)))
    }

    private func value(_ item: ModelComparison.Item) -> StructuredValue {
        let (change, verdict) = (item.assessed.change, item.assessed.verdict)
        var values: (setting: String?, old: String?, new: String?) = (nil, nil, nil)
        if case .changed(let setting, let before, let after) = change.kind {
            values = (setting.rawValue, before.description, after.description)
        }
        return .members(
            .init("kind", .string(change.kind.name)),
            .init("element", (change.new ?? change.old).map { .string($0.kindName) }),
            .init("path", .string(change.path.description)),
            .init("setting", values.setting.map(StructuredValue.string)),
            .init("old", values.old.map(StructuredValue.string)),
            .init("new", values.new.map(StructuredValue.string)),
            .init("summary", .string(change.summary)),
            .init("migration", .string(verdict.level.code)),
            .init("losesData", .boolean(verdict.losesData)),
            .init("reason", .string(verdict.reason)),
            .init("remedy", verdict.remedy.map(StructuredValue.string)),
            .init("file", .string(workingDirectory.shortenedPath(of: item.position.file))),
            .init("line", item.position.line.map(StructuredValue.number)),
            .init("column", item.position.column.map(StructuredValue.number)))
    }
}

extension ModelChange.Kind {
    fileprivate var name: String {
        switch self {
        case .added: "added"
        case .removed: "removed"
        case .renamed: "renamed"
        case .changed: "changed"
        case .reordered: "reordered"
        }
    }
}
