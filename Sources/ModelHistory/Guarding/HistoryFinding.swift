import ModelDiagnostics

/// Something that a rule about versions reports: what a baseline knows it by, and where it is shown.
struct HistoryFinding {
    /// The version's `contents`, or the path of the bundle, which baselines name.
    var file: String
    var diagnostic: Diagnostic
    var located: LocatedDiagnostic

    /// A finding about a file as a whole.
    init(_ diagnostic: Diagnostic, in file: String) {
        self.file = file
        self.diagnostic = diagnostic
        located = LocatedDiagnostic(diagnostic, file: file) { _ in nil }
    }

    /// A finding at a place.
    init(_ diagnostic: Diagnostic, in file: String, at position: SourcePosition) {
        self.init(diagnostic, in: file)
        located.position = position
    }
}
