public import ModelDiagnostics
public import ModelValidation

/// What a project's `modelgen.yml` says. What it leaves out is nil or empty, so that flags and defaults can tell.
public struct ProjectConfiguration: Sendable, Hashable {
    /// The name of the file.
    public static let fileName = "modelgen.yml"

    /// The absolute path of the file; nil for a project without one.
    public var path: String?
    /// The models of the project, as absolute paths: bundles, versions, or folders to search.
    public var models: [String] = []
    /// Levels that replace the rules' own.
    public var ruleLevels: [Diagnostic.Code: ValidationRule.Level] = [:]
    /// The absolute path of the baseline.
    public var baselinePath: String?

    /// The configuration of a project that says nothing.
    public init() {}
}
