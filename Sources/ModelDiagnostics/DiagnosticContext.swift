/// What the forms of diagnostics say besides the diagnostics: who reports, by which rules, seen from where.
public struct DiagnosticContext: Sendable, Hashable {
    /// The name of the program that reports.
    public var toolName: String
    /// Its version.
    public var toolVersion: String
    /// Everything that can be reported, whether it has been or not.
    public var rules: [DiagnosticRule]
    /// The address of the page that explains each code in a section of that name; nil if no one knows.
    public var helpAddress: String?
    /// The folder that paths are relative to.
    public var workingFolder: WorkingFolder
    /// How many diagnostics of one code the forms for people show; nil for all. Those for programs have all in any case.
    public var shownCount: Int?

    /// As many as anybody reads.
    public static let usualShownCount = 200

    /// What a program says of itself, and the rules that it knows.
    public init(
        toolName: String, toolVersion: String, rules: [DiagnosticRule] = [], helpAddress: String? = nil,
        workingFolder: WorkingFolder, shownCount: Int? = usualShownCount
    ) {
        self.toolName = toolName
        self.toolVersion = toolVersion
        self.rules = rules
        self.helpAddress = helpAddress
        self.workingFolder = workingFolder
        self.shownCount = shownCount
    }
}
