public import ModelDiagnostics
package import StructuredText

/// Writes diagnostics as one JSON document, for scripts.
///
/// ```json
/// {
///   "format": "modelgen-diagnostics",
///   "version": 1,
///   "counts": {"error": 1, "warning": 0, "note": 0},
///   "diagnostics": [{"severity": "error", "code": "…", "message": "…", "file": "…", "line": 14, "column": 9}]
/// }
/// ```
///
/// A diagnostic can have a `hint`, and `notes` with `message`, `file`, `line`, and `column`. The members `line` and
/// `column` are missing if the place is unknown. Paths below the working directory are relative to it. A version of the
/// format can gain members, but never loses any.
///
/// ```swift
/// struct Report: Decodable { var counts: [String: Int] }
/// let json = DiagnosticJSONFormatter(context).format(diagnostics)
/// let report = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
/// print(report.counts["error"] ?? 0)  // 1
/// ```
public struct DiagnosticJSONFormatter: DiagnosticFormatter {
    private typealias Member = StructuredValue.Member

    private let workingDirectory: WorkingDirectory

    /// Creates a formatter that writes paths relative to the working directory.
    public init(_ context: DiagnosticContext) { workingDirectory = context.workingDirectory }

    /// Returns the document, sorted by place, with a line feed at its end, even if there are no diagnostics.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        JSONText.text(of: .object(members(for: diagnostics)))
    }

    /// Returns the members of the document, for documents with additional members.
    package func members(for diagnostics: [LocatedDiagnostic]) -> [StructuredValue.Member] {
        let counts = Diagnostic.Severity.allCases.reversed().compactMap { severity in
            Member(severity.rawValue, .number(diagnostics.count { $0.severity == severity }))
        }
        return Member.list(
            .init("format", "modelgen-diagnostics"), .init("version", .number(1)), .init("counts", .object(counts)),
            .init("diagnostics", .array(diagnostics.sorted().map(value))))
    }

    private func value(_ diagnostic: LocatedDiagnostic) -> StructuredValue {
        let notes = diagnostic.notes.map { note in
            StructuredValue.object(Member.list(.init("message", .string(note.message))) + place(note.position))
        }
        return .object(
            Member.list(
                .init("severity", .string(diagnostic.severity.rawValue)),
                .init("code", .string(diagnostic.code.rawValue)), .init("message", .string(diagnostic.message)))
                + place(diagnostic.position)
                + Member.list(
                    .init("notes", notes.isEmpty ? nil : .array(notes)),
                    .init("hint", diagnostic.hint.map(StructuredValue.string))))
    }

    private func place(_ position: SourcePosition) -> [StructuredValue.Member] {
        Member.list(
            .init("file", .string(workingDirectory.shortenedPath(of: position.file))),
            .init("line", position.line.map(StructuredValue.number)),
            .init("column", position.column.map(StructuredValue.number)))
    }
}
