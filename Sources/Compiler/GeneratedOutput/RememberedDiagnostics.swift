import ModelDiagnostics

/// The text form of diagnostics, with one line for each diagnostic and each note.
///
/// A tab separates the fields. A `\` escapes a character that would otherwise end a field or a line.
struct RememberedDiagnostics {
    private(set) var diagnostics: [LocatedDiagnostic] = []

    /// The first word in the line of a note. The line of a diagnostic starts with its severity.
    private static let noteMark = "at"

    static func lines(for diagnostics: [LocatedDiagnostic]) -> [String] {
        diagnostics.flatMap { diagnostic in
            let hint = diagnostic.hint.map { [$0] } ?? []
            let line =
                [diagnostic.severity.rawValue, diagnostic.code.rawValue] + fields(of: diagnostic.position)
                + [diagnostic.message] + hint
            let notes = diagnostic.notes.map { [noteMark] + fields(of: $0.position) + [$0.message] }
            return ([line] + notes).map { $0.map(escaped).joined(separator: "\t") }
        }
    }

    /// Reads the next line.
    ///
    /// - Returns: Whether the line is part of a diagnostic.
    mutating func read(_ fields: [String]) -> Bool {
        let fields = fields.map(Self.unescaped)
        if fields.first == Self.noteMark {
            guard fields.count == 5, let last = diagnostics.indices.last else { return false }
            let note = LocatedDiagnostic.Note(message: fields[4], position: Self.position(fields[1...3]))
            diagnostics[last].notes.append(note)
            return true
        }
        guard (6...7).contains(fields.count), let severity = Diagnostic.Severity(rawValue: fields[0]) else {
            return false
        }
        diagnostics.append(
            LocatedDiagnostic(
                severity, Diagnostic.Code(fields[1]), fields[5], at: Self.position(fields[2...4]),
                hint: fields.count == 7 ? fields[6] : nil))
        return true
    }

    private static func fields(of position: SourcePosition) -> [String] {
        [position.file] + [position.line, position.column].map { $0.map(String.init) ?? "" }
    }

    private static func position(_ fields: ArraySlice<String>) -> SourcePosition {
        let values = Array(fields)
        return SourcePosition(file: values[0], line: Int(values[1]), column: Int(values[2]))
    }

    private static let escapes: [(character: Unicode.Scalar, letter: Unicode.Scalar)] = [
        ("\\", "\\"), ("\t", "t"), ("\n", "n"), ("\r", "r"),
    ]

    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { scalar in escapes.contains { $0.character == scalar } }) else {
            return text
        }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let escape = escapes.first(where: { $0.character == scalar }) {
                result += ["\\", escape.letter]
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
        var result = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if isEscaped {
                result.append(escapes.first { $0.letter == scalar }?.character ?? scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
