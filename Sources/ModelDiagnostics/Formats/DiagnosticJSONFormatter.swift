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
/// A diagnostic may have a `hint`, and `notes` with `message`, `file`, `line` and `column`; `line` and `column` are
/// missing where no place is known. Paths are relative to the working folder where they lie below it. Within a
/// version, members are only added.
public struct DiagnosticJSONFormatter: DiagnosticFormatter {
    private let workingFolder: WorkingFolder

    /// A formatter that shortens paths to what is below the working folder.
    public init(_ context: DiagnosticContext) {
        workingFolder = context.workingFolder
    }

    /// The document, sorted by place, ended by a line feed; one without diagnostics too.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        JSONText.text(of: .object(members(for: diagnostics)))
    }

    /// The members of the document, for a document that has more of them.
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
