public import ModelDiagnostics
import StructuredText

/// Writes diagnostics as a test report in the format of JUnit, which nearly every CI system shows.
///
/// Each file is a suite, and each diagnostic is a test: errors and warnings are failures, and notes are the output of
/// the test.
///
/// Source: the schema of the Jenkins plugin "xUnit", and the attributes `file` and `line` that GitLab and CircleCI
/// read.
///
/// ```swift
/// let report = DiagnosticJUnitFormatter(context).format(diagnostics)
/// try Data(report.utf8).write(to: folder.appending(path: "junit.xml"))
/// ```
public struct DiagnosticJUnitFormatter: DiagnosticFormatter {
    private let context: DiagnosticContext

    /// Creates a formatter that writes paths relative to the working directory.
    public init(_ context: DiagnosticContext) { self.context = context }

    /// Returns one document. Without diagnostics, it contains one test that passed, because some systems treat an empty
    /// report as an error.
    public func format(_ diagnostics: [LocatedDiagnostic]) -> String {
        let sorted = diagnostics.sorted()
        let files = Dictionary(grouping: sorted) { context.workingDirectory.shortenedPath(of: $0.position.file) }
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

    /// The lines of a diagnostic, as compilers write them.
    private func text(of diagnostic: LocatedDiagnostic) -> String {
        var shown = diagnostic
        shown.position.file = context.workingDirectory.shortenedPath(of: diagnostic.position.file)
        shown.notes = diagnostic.notes.map { note in
            var note = note
            note.position.file = context.workingDirectory.shortenedPath(of: note.position.file)
            return note
        }
        return String(DiagnosticTextFormatter().format(shown).dropLast())
    }

    private func attributes(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { " \($0.name)=\"\(xmlText($0.value.withVisibleControls))\"" }.joined()
    }
}
