import FileAccess
import ModelDiagnostics
import ModelProjects

/// Writes diagnostics to standard error: with source lines and colors in a terminal, and as compilers do elsewhere.
enum TerminalDiagnostics {
    /// The size of the largest file whose lines are shown. Models are smaller.
    private static let largestFileSizeBytes = 1 << 24

    static func write(_ diagnostics: [LocatedDiagnostic], _ context: DiagnosticContext) {
        guard StandardError.isTerminal || StandardError.usesColor else {
            return StandardError.write(DiagnosticFormat.text.formatter(context).format(diagnostics))
        }
        let formatter = DiagnosticTerminalFormatter(
            context, sources: lines(behind: diagnostics), usesColor: StandardError.usesColor)
        StandardError.write(formatter.format(diagnostics))
    }

    /// The lines of the files that diagnostics refer to. Leaves out unreadable files, which the diagnostics mention.
    private static func lines(behind diagnostics: [LocatedDiagnostic]) -> [String: [String]] {
        let places = diagnostics.flatMap { [$0.position] + $0.notes.map(\.position) }
        let files = Set(places.filter { $0.line != nil }.map(\.file)).subtracting([FileReader.standardInput])
        let texts = files.compactMap { file -> (String, [String])? in
            guard let bytes = try? FileReader.contents(of: file, maximumSizeBytes: largestFileSizeBytes) else {
                return nil
            }
            let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
            return (file, lines.map(String.init))
        }
        return Dictionary(texts, uniquingKeysWith: { first, _ in first })
    }
}
