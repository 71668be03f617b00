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
/// `column` are missing if the place is unknown. Paths below the working folder are relative to it. A version of the
/// format can gain members, but never loses any.
public struct DiagnosticJSONFormatter: DiagnosticFormatter {
    private let workingFolder: WorkingFolder

    /// Creates a formatter that writes paths relative to the working folder.
    public init(_ context: DiagnosticContext) { workingFolder = context.workingFolder }

    /// Returns the document, sorted by place, with a line feed at its end, even if there are no diagnostics.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        JSONText.text(of: .object(members(for: diagnostics)))
    }

    /// Returns the members of the document, for documents with additional members.
    package func members(for diagnostics: [LocatedDiagnostic]) -> [StructuredValue.Member] {
        let counts = Diagnostic.Severity.allCases.reversed().map { severity in
            StructuredValue.Member(severity.rawValue, .number(diagnostics.count { $0.severity == severity }))
        }
        let members: [StructuredValue.Member?] = [
            .init("format", "modelgen-diagnostics"),
            .init("version", .number(1)),
            .init("counts", .object(counts.compactMap { $0 })),
            .init("diagnostics", .array(diagnostics.sorted().map(value))),
        ]
        return members.compactMap { $0 }
    }

    private func value(_ diagnostic: LocatedDiagnostic) -> StructuredValue {
        let notes = diagnostic.notes.map { note in
            let head = [StructuredValue.Member("message", .string(note.message))]
            return StructuredValue.object(head.compactMap { $0 } + place(note.position))
        }
        let head: [StructuredValue.Member?] = [
            .init("severity", .string(diagnostic.severity.rawValue)),
            .init("code", .string(diagnostic.code.rawValue)),
            .init("message", .string(diagnostic.message)),
        ]
        let tail: [StructuredValue.Member?] = [
            .init("notes", notes.isEmpty ? nil : .array(notes)),
            .init("hint", diagnostic.hint.map(StructuredValue.string)),
        ]
        return .object(head.compactMap { $0 } + place(diagnostic.position) + tail.compactMap { $0 })
    }

    private func place(_ position: SourcePosition) -> [StructuredValue.Member] {
        let members: [StructuredValue.Member?] = [
            .init("file", .string(workingFolder.shortened(position.file))),
            .init("line", position.line.map(StructuredValue.number)),
            .init("column", position.column.map(StructuredValue.number)),
        ]
        return members.compactMap { $0 }
    }
}
