import ModelDiagnostics

/// A finding of a rule about versions, with its key for baselines and its position.
struct HistoryFinding {
    /// The path of the version's `contents` file or of the bundle, which baselines contain.
    var file: String
    var diagnostic: Diagnostic
    var located: LocatedDiagnostic

    /// Creates a finding about a whole file.
    init(_ diagnostic: Diagnostic, in file: String) {
        self.file = file
        self.diagnostic = diagnostic
        located = LocatedDiagnostic(diagnostic, file: file) { _ in nil }
    }

    /// Creates a finding at a position.
    init(_ diagnostic: Diagnostic, in file: String, at position: SourcePosition) {
        self.init(diagnostic, in: file)
        located.position = position
    }
}
