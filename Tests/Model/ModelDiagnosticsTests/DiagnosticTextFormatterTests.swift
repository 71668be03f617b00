import ModelDiagnostics
import ModelSchema
import Testing

@Suite struct DiagnosticTextFormatterTests {
    private func located(_ diagnostic: Diagnostic) -> LocatedDiagnostic {
        LocatedDiagnostic(diagnostic, file: "/m/contents") { $0 == .entity("Order") ? (14, 9) : nil }
    }

    @Test("A diagnostic is written like a compiler's")
    func aDiagnosticReadsAsACompilersDoes() {
        let diagnostic = Diagnostic(
            .warning, Diagnostic.Code("relationship-missing-inverse"), "relationship 'Order/items' has no inverse",
            at: .entity("Order"),
            notes: [Diagnostic.Note("entity 'Item' is the destination", at: .source(line: 22, column: 5))],
            hint: "set inverseName=\"order\"")
        #expect(
            DiagnosticTextFormatter().format(located(diagnostic)) == """
                /m/contents:14:9: warning: relationship 'Order/items' has no inverse [relationship-missing-inverse]
                /m/contents:22:5: note: entity 'Item' is the destination
                /m/contents:14:9: note: set inverseName="order"

                """)
    }

    @Test("An unknown position is omitted")
    func aPlaceThatIsNotKnownIsLeftOut() {
        let diagnostic = Diagnostic(.error, Diagnostic.Code("c"), "m", at: .entity("Unknown"))
        #expect(DiagnosticTextFormatter().format(located(diagnostic)) == "/m/contents: error: m [c]\n")
    }

    @Test("Control characters in names are escaped")
    func namesCannotForgeLines() {
        let diagnostic = Diagnostic(
            .error, Diagnostic.Code("c"), "entity 'A\nB\u{1B}[31m\u{2028}' is wrong", at: .file)
        #expect(
            DiagnosticTextFormatter().format(located(diagnostic))
                == "/m/contents: error: entity 'A\\nB\\u{1B}[31m\\u{2028}' is wrong [c]\n")
    }

    @Test("Diagnostics are sorted by position")
    func diagnosticsComeByPlace() {
        func diagnostic(_ line: Int, _ code: String) -> LocatedDiagnostic {
            located(Diagnostic(.error, Diagnostic.Code(code), "m", at: .source(line: line, column: 1)))
        }
        let text = DiagnosticTextFormatter().format([diagnostic(10, "a"), diagnostic(9, "b"), diagnostic(9, "a")])
        #expect(
            text == """
                /m/contents:9:1: error: m [a]
                /m/contents:9:1: error: m [b]
                /m/contents:10:1: error: m [a]

                """)
    }
}
