public import ModelDiagnostics
public import ModelEvolution
public import ModelValidation

/// What a project's `modelgen.yml` says. What it leaves out is nil or empty, so that flags and defaults can tell.
public struct ProjectConfiguration: Sendable, Hashable {
    /// The name of the file.
    public static let fileName = "modelgen.yml"

    /// The absolute path of the file; nil for a project without one.
    public var path: String?
    /// The models of the project, as absolute paths: bundles, versions, or folders to search.
    public var models: [String] = []
    /// What the `generate` section says.
    public var generation = GenerationSettings()
    /// What holds for one of ``models`` alone, by its path.
    public var modelGeneration: [String: GenerationSettings] = [:]
    /// Levels that replace the rules' own.
    public var ruleLevels: [Diagnostic.Code: ValidationRule.Level] = [:]
    /// Rules of the project's own, in the order of the file.
    public var conventions: [Convention] = []
    /// What the project promises about the versions of its models.
    public var evolution = EvolutionPolicy()
    /// The absolute path of the baseline.
    public var baselinePath: String?

    /// The configuration of a project that says nothing.
    public init() {}

    /// What the file says about generating code for the model at a path: what it says about that model first, or
    /// about the folder that it was found in.
    public func generation(forModelAt path: String) -> GenerationSettings {
        let owners = modelGeneration.keys.filter { path == $0 || path.hasPrefix($0 + "/") }
        guard let owner = owners.max(by: { $0.count < $1.count }), let own = modelGeneration[owner] else {
            return generation
        }
        return own.completed(by: generation)
    }
}
