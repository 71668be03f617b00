/// What the forms of diagnostics say besides the diagnostics: who reports, by which rules, seen from where.
public struct DiagnosticContext: Sendable, Hashable {
    /// The name of the program that reports.
    public var toolName: String
    /// Its version.
    public var toolVersion: String
    /// Everything that can be reported, whether it has been or not.
    public var rules: [DiagnosticRule]
    /// The folder that paths are relative to.
    public var workingFolder: WorkingFolder

    /// What a program says of itself, and the rules that it knows.
    public init(
        toolName: String, toolVersion: String, rules: [DiagnosticRule] = [], workingFolder: WorkingFolder
    ) {
        self.toolName = toolName
        self.toolVersion = toolVersion
        self.rules = rules
        self.workingFolder = workingFolder
    }
}
