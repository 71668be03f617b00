import StructuredText

/// Writes diagnostics as a report of tests in the form of JUnit, which nearly every CI system shows.
///
/// A file is a suite, and a diagnostic a test of it: errors and warnings are failures, notes are what the test has printed.
///
/// Source: the schema of the Jenkins plugin "xUnit", and the attributes `file` and `line` that GitLab and CircleCI read.
public struct DiagnosticJUnitFormatter: DiagnosticFormatter {
    private let context: DiagnosticContext

    /// A formatter that shortens paths to what is below the working folder.
    public init(_ context: DiagnosticContext) {
        self.context = context
    }

    /// One document. Without diagnostics, it has one test, which has passed: an empty report counts as a mistake in places.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        let sorted = diagnostics.sorted()
        let files = Dictionary(grouping: sorted) { context.workingFolder.shortened($0.position.file) }
        var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]
        lines.append("<testsuites\(attributes([("name", context.toolName)] + counts(of: sorted)))>")
        for (file, diagnostics) in files.sorted(by: { $0.key < $1.key }) {
            lines.append("  <testsuite\(attributes([("name", file)] + counts(of: diagnostics)))>")
            lines += diagnostics.flatMap { testCase($0, in: file) }
            lines.append("  </testsuite>")
        }
        if sorted.isEmpty {
            lines.append("  <testsuite\(attributes([("name", context.toolName)] + counts(of: [])))>")
            lines.append("    <testcase\(attributes([("name", "no findings"), ("classname", context.toolName)]))/>")
            lines.append("  </testsuite>")
        }
        lines.append("</testsuites>")
        return lines.map { $0 + "\n" }.joined()
    }

    private func counts(of diagnostics: [LocatedDiagnostic]) -> [(String, String)] {
        let failureCount = diagnostics.count { $0.severity != .note }
        return [("tests", String(max(diagnostics.count, 1))), ("failures", String(failureCount))]
    }

    private func testCase(_ diagnostic: LocatedDiagnostic, in file: String) -> [String] {
        let code = diagnostic.code.rawValue
        var names = [("name", "\(code): \(diagnostic.message)"), ("classname", file), ("file", file)]
        if let line = diagnostic.position.line { names.append(("line", String(line))) }
        let element = diagnostic.severity == .note ? "system-out" : "failure"
        let properties =
            diagnostic.severity == .note
            ? [] : [("type", diagnostic.severity.rawValue), ("message", diagnostic.message)]
        return [
            "    <testcase\(attributes(names))>",
            "      <\(element)\(attributes(properties))>\(xmlText(text(of: diagnostic)))</\(element)>",
            "    </testcase>",
        ]
    }

    /// The diagnostic as lines, as compilers write it.
    private func text(of diagnostic: LocatedDiagnostic) -> String {
        var shown = diagnostic
        shown.position.file = context.workingFolder.shortened(diagnostic.position.file)
        shown.notes = diagnostic.notes.map { note in
            var note = note
            note.position.file = context.workingFolder.shortened(note.position.file)
            return note
        }
        return String(DiagnosticTextFormatter().format(shown).dropLast())
    }

    private func attributes(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { " \($0.name)=\"\(xmlText($0.value.withVisibleControls))\"" }.joined()
    }
}
