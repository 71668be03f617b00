import ModelDiagnostics
import ModelProjects
import ModelSchema
import TestSupport

/// Diagnostics that have everything, nothing, and every character that some form has to escape.
enum SampleDiagnostics {
    static let context = DiagnosticContext(
        toolName: "modelgen", toolVersion: "1.2.3",
        rules: [
            DiagnosticRule(Diagnostic.Code("file-missing"), .error, "A path does not exist."),
            DiagnosticRule(Diagnostic.Code("inverse-missing"), .warning, "A relationship has no inverse."),
            DiagnosticRule(Diagnostic.Code("quiet"), nil, "A rule that is off."),
        ],
        helpURL: "https://example.com/Diagnostics.md", workingDirectory: WorkingDirectory(path: "/code/shop"))

    /// Not in the order of their places.
    static let all = [
        located(
            Diagnostic(
                .note, Diagnostic.Code("not-listed"), "100% \"odd\": a\\b,\nc\u{1B}", at: .source(line: 3, column: 1)),
            "/code/shop/My Models: 50%/Größe.xcdatamodel/contents"),
        located(Diagnostic(.error, Diagnostic.Code("file-missing"), "no such file", at: .file), "/code/other/None"),
        located(
            Diagnostic(
                .warning, Diagnostic.Code("inverse-missing"), "relationship 'Order/items' has no inverse",
                at: .source(line: 14, column: 9),
                notes: [Diagnostic.Note("entity 'Item' is the destination", at: .source(line: 22, column: 5))],
                hint: "set inverseName=\"order\""), "/code/shop/Shop.xcdatamodel/contents"),
    ]

    private static func located(_ diagnostic: Diagnostic, _ file: String) -> LocatedDiagnostic {
        LocatedDiagnostic(diagnostic, file: file) { _ in nil }
    }

    static func text(_ format: DiagnosticFormat, _ diagnostics: [LocatedDiagnostic] = all) -> String {
        format.formatter(context).format(diagnostics)
    }
}
