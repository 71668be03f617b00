public import ModelDiagnostics

/// The context for reports of diagnostics: the program, its rules, and the folder for paths.
///
/// ```swift
/// let rule = DiagnosticRule(Diagnostic.Code("key-unknown"), .error, "The file has a key that nothing reads.")
/// let context = DiagnosticContext(
///     toolName: "shop-check", toolVersion: "1.0", rules: [rule],
///     workingDirectory: WorkingDirectory(path: "/code/shop"))
/// ```
public struct DiagnosticContext: Sendable, Hashable {
    /// The name of the program.
    public var toolName: String
    /// The version of the program.
    public var toolVersion: String
    /// The rules of the program, whether they have findings or not.
    public var rules: [DiagnosticRule]
    /// The address of the page with a section for each code; nil if it is unknown.
    public var helpURL: String?
    /// The folder that paths are relative to.
    public var workingDirectory: WorkingDirectory
    /// The number of diagnostics of one code in formats for people; nil for all. Formats for programs always include
    /// all diagnostics.
    public var maximumCount: Int?

    /// Creates the context of a program.
    public init(
        toolName: String, toolVersion: String, rules: [DiagnosticRule] = [], helpURL: String? = nil,
        workingDirectory: WorkingDirectory, maximumCount: Int? = DiagnosticTextFormatter.defaultMaximumCount
    ) {
        self.toolName = toolName
        self.toolVersion = toolVersion
        self.rules = rules
        self.helpURL = helpURL
        self.workingDirectory = workingDirectory
        self.maximumCount = maximumCount
    }
}
