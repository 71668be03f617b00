/// What a code stands for.
public struct DiagnosticRule: Sendable, Hashable {
    /// The code that the rule stands for.
    public var code: Diagnostic.Code
    /// The severity that holds unless something else is asked for; nil for a rule that is off.
    public var defaultSeverity: Diagnostic.Severity?
    /// What is reported, as one sentence.
    public var summary: String

    /// A rule; nil as its severity where it is off unless it is asked for.
    public init(_ code: Diagnostic.Code, _ defaultSeverity: Diagnostic.Severity?, _ summary: String) {
        self.code = code
        self.defaultSeverity = defaultSeverity
        self.summary = summary
    }
}
