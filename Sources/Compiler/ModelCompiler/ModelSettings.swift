public import ModelConfiguration
public import ModelEvolution
public import ModelValidation

/// The settings for one model, combined from flags and configuration.
///
/// ```swift
/// let settings = ModelSettings(
///     validation: ValidationOptions(levels: [Diagnostic.Code("relationship-inverse-missing"): .error]))
/// let result = try ModelCompiler().compile(path, settings: settings)
/// ```
public struct ModelSettings: Sendable, Hashable {
    /// The options for checking the model.
    public var validation: ValidationOptions
    /// The absolute path of the baseline with accepted findings of the model; nil if there is none.
    public var baselinePath: String?
    /// The policy for versions of the model.
    public var evolution: EvolutionPolicy
    /// The options for its code, and the folders for it.
    public var generation: GenerationSettings

    /// Creates settings. By default, they are empty.
    public init(
        validation: ValidationOptions = ValidationOptions(), baselinePath: String? = nil,
        evolution: EvolutionPolicy = EvolutionPolicy(), generation: GenerationSettings = GenerationSettings()
    ) {
        self.validation = validation
        self.baselinePath = baselinePath
        self.evolution = evolution
        self.generation = generation
    }
}
