import ModelDiagnostics
import ModelSchema

/// Converts the reports of rules to diagnostics at the levels for their elements.
struct Findings {
    private(set) var diagnostics: [Diagnostic] = []
    /// The rules in use, including the project's own.
    let rules: [ValidationRule]
    private let settings: LevelSettings
    private var rule: ValidationRule?
    /// The elements for which an earlier stage reported an error, so that rules do not repeat it.
    private let knownErrors: Set<SchemaPath>
    /// The number of remaining comparisons of names for suggestions. Without a limit, a hostile model with many
    /// misspelled names would take time quadratic in its size.
    private var remainingComparisons = 50_000

    init(rules: [ValidationRule], settings: LevelSettings, knownErrors: Set<SchemaPath>) {
        self.rules = rules
        self.settings = settings
        self.knownErrors = knownErrors
    }

    mutating func begin(_ rule: ValidationRule) { self.rule = rule }

    /// Reports an element that breaks the rule, unless the rule is off for the element.
    mutating func report(
        _ message: String, at path: SchemaPath, notes: [Diagnostic.Note] = [], hint: String? = nil
    ) {
        guard let rule, let severity = settings.level(of: rule, at: path).severity, !knownErrors.contains(path) else {
            return
        }
        diagnostics.append(Diagnostic(severity, rule.code, message, at: path, notes: notes, hint: hint))
    }

    /// Reports that the rule cannot be checked, whatever its level is.
    mutating func reportError(_ message: String, at path: SchemaPath, hint: String) {
        guard let rule else { return }
        diagnostics.append(Diagnostic(.error, rule.code, message, at: path, hint: hint))
    }

    /// Returns the name that the author probably meant, or nil.
    ///
    /// - Parameter candidates: Not evaluated after the last comparison, because collecting names takes as long.
    mutating func nearestName(to name: String, among candidates: @autoclosure () -> [String]) -> String? {
        guard remainingComparisons > 0 else { return nil }
        let candidates = candidates()
        defer { remainingComparisons -= candidates.count }
        return remainingComparisons >= candidates.count ? NearestName.to(name, among: candidates) : nil
    }

    /// Returns a hint for an unknown name.
    mutating func suggestion(
        for name: String, among candidates: @autoclosure () -> [String], otherwise: String
    ) -> String { nearestName(to: name, among: candidates()).map { "did you mean '\($0)'?" } ?? otherwise }
}

extension Diagnostic.Note {
    /// A note at an element of the model.
    init(_ message: String, at path: SchemaPath) { self.init(message, at: .schema(path)) }
}
