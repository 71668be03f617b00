public import ModelConfiguration
public import ModelEvolution
public import ModelValidation

/// What holds for one model, once flags and configuration have been put together.
public struct ModelSettings: Sendable, Hashable {
    /// How the rules are to judge it.
    public var validation: ValidationOptions
    /// The absolute path of the baseline that accepts findings of it; nil for none.
    public var baselinePath: String?
    /// What the project promises about its versions.
    public var evolution: EvolutionPolicy
    /// How its code is generated, and where that goes.
    public var generation: GenerationSettings

    /// Settings that say nothing, unless something is given.
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
