public import ModelDiagnostics
public import ModelEvolution
public import ModelValidation

/// The contents of a project's `modelgen.yml`. Missing values are nil or empty, so flags and defaults can supply them.
///
/// ```swift
/// let configured = configuration.generation(forModelAt: "/code/shop/Models/Shop.xcdatamodeld")
/// ```
public struct ProjectConfiguration: Sendable, Hashable {
    /// The name of the file.
    public static let fileName = "modelgen.yml"

    /// The absolute path of the file; nil for a project without one.
    public var path: String?
    /// The models of the project, as absolute paths: bundles, versions, or folders to search.
    public var models: [String] = []
    /// The settings of the `generate` section.
    public var generation = GenerationSettings()
    /// The settings for single ``models``, by path.
    public var modelGeneration: [String: GenerationSettings] = [:]
    /// The classes of all `types` in the file, in its order.
    package var replacedClasses: [ReplacedClass] = []
    /// Levels that replace the default levels of rules.
    public var ruleLevels: [Diagnostic.Code: ValidationRule.Level] = [:]
    /// The project's own rules, in the order of the file.
    public var conventions: [Convention] = []
    /// The policy for versions of the project's models.
    public var evolution = EvolutionPolicy()
    /// The absolute path of the baseline.
    public var baselinePath: String?

    /// A class that code has another type for.
    package struct ReplacedClass: Sendable, Hashable {
        /// The name of the class.
        package let name: String
        /// The place of the name in the file.
        package let anchor: Diagnostic.Anchor
        /// The one of ``models`` whose settings these are; nil for those of all models.
        package var modelPath: String?

        /// Creates a class of all models.
        package init(name: String, anchor: Diagnostic.Anchor) {
            self.name = name
            self.anchor = anchor
        }

        /// Whether the code of the model at a path uses the type.
        package func applies(toModelAt path: String) -> Bool {
            modelPath.map { path == $0 || path.hasPrefix($0 + "/") } ?? true
        }
    }

    /// Creates an empty configuration.
    public init() {}

    /// Returns the settings for generating code for the model at a path. Settings for the model itself, or for the
    /// folder that contains it, take precedence.
    public func generation(forModelAt path: String) -> GenerationSettings {
        let owners = modelGeneration.keys.filter { path == $0 || path.hasPrefix($0 + "/") }
        guard let owner = owners.max(by: { $0.count < $1.count }), let own = modelGeneration[owner] else {
            return generation
        }
        return own.completed(by: generation)
    }
}
