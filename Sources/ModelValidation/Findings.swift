import ModelDiagnostics
import ModelSchema

/// Takes what one rule after another has to report, and turns it into diagnostics at the level that holds there.
struct Findings {
    private(set) var diagnostics: [Diagnostic] = []
    /// All that are in force, the project's own too.
    let rules: [ValidationRule]
    private let settings: LevelSettings
    private var rule: ValidationRule?
    /// Places at which an earlier stage has already reported an error, which would only be repeated.
    private let knownErrors: Set<SchemaPath>
    /// How many more names may be compared for suggestions. A model that misspells everything, which only a hostile
    /// one does, must not cost the square of its size.
    private var remainingComparisons = 50_000

    init(rules: [ValidationRule], settings: LevelSettings, knownErrors: Set<SchemaPath>) {
        self.rules = rules
        self.settings = settings
        self.knownErrors = knownErrors
    }

    /// Starts the next rule.
    mutating func begin(_ rule: ValidationRule) { self.rule = rule }

    /// Reports a place that breaks the rule, unless it is switched off there.
    mutating func report(
        _ message: String, at path: SchemaPath, notes: [Diagnostic.Note] = [], hint: String? = nil
    ) {
        guard let rule, let severity = settings.level(of: rule, at: path).severity, !knownErrors.contains(path) else {
            return
        }
        diagnostics.append(Diagnostic(severity, rule.code, message, at: path, notes: notes, hint: hint))
    }

    /// The name that was probably meant, or nil.
    ///
    /// - Parameter candidates: Is evaluated only while names are still compared: collecting them takes as long.
    mutating func nearestName(to name: String, among candidates: @autoclosure () -> [String]) -> String? {
        guard remainingComparisons > 0 else { return nil }
        let candidates = candidates()
        defer { remainingComparisons -= candidates.count }
        return remainingComparisons >= candidates.count ? NearestName.to(name, among: candidates) : nil
    }

    /// The hint for a name that is not known.
    mutating func suggestion(
        for name: String, among candidates: @autoclosure () -> [String], otherwise: String
    ) -> String { nearestName(to: name, among: candidates()).map { "did you mean '\($0)'?" } ?? otherwise }
}

extension Diagnostic.Note {
    /// A note at an element of the model.
    init(_ message: String, at path: SchemaPath) { self.init(message, at: .schema(path)) }
}
