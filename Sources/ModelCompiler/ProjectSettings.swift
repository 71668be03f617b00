import Foundation
public import ModelConfiguration
public import ModelDiagnostics
public import ModelValidation

/// Puts flags and the configuration of each model together. Flags win.
public struct ProjectSettings: Sendable {
    /// Problems of the configurations that have been read so far, each reported once.
    public private(set) var diagnostics: [LocatedDiagnostic] = []
    private let search: ConfigurationSearch
    private let configurationPath: String?
    private let ruleLevels: [Diagnostic.Code: ValidationRule.Level]
    private let baselinePath: String?
    private let fallbackBaselinePath: String?
    private let generation: GenerationSettings
    private let fallbackGeneration: GenerationSettings
    private var configurations: [String: ProjectConfiguration] = [:]

    /// - Parameters:
    ///   - workingFolder: The folder the tool was started in, as an absolute path.
    ///   - configurationPath: The configuration that holds for every model, instead of those found around them.
    ///   - ruleLevels: Levels that flags set.
    ///   - baselinePath: The baseline that holds for every model.
    ///   - fallbackBaselinePath: The baseline of models for which neither a flag nor a configuration names one.
    ///   - generation: What flags say about generated code.
    ///   - fallbackGeneration: What holds where neither flags nor a configuration say anything.
    public init(
        workingFolder: String, configurationPath: String? = nil,
        ruleLevels: [Diagnostic.Code: ValidationRule.Level] = [:], baselinePath: String? = nil,
        fallbackBaselinePath: String? = nil, generation: GenerationSettings = GenerationSettings(),
        fallbackGeneration: GenerationSettings = GenerationSettings()
    ) {
        search = ConfigurationSearch(workingFolder: workingFolder)
        self.configurationPath = configurationPath
        self.ruleLevels = ruleLevels
        self.baselinePath = baselinePath
        self.fallbackBaselinePath = fallbackBaselinePath
        self.generation = generation
        self.fallbackGeneration = fallbackGeneration
    }

    /// What holds for the model at a path.
    ///
    /// - Parameters:
    ///   - path: The model.
    ///   - isListed: Whether the model was not named, but found through ``projectConfiguration()``: that then says how
    ///     its code is generated, wherever the model lies.
    /// - Throws: ``FileProblem`` if a configuration cannot be read from disk.
    public mutating func settings(forModelAt path: String, isListed: Bool = false) throws -> ModelSettings {
        let found = configurationPath(forModelAt: path)
        let configuration = try found.map { try self.configuration(at: $0) } ?? ProjectConfiguration()
        let owner = isListed ? try projectConfiguration() : configuration
        return ModelSettings(
            validation: ValidationOptions(
                levels: configuration.ruleLevels.merging(ruleLevels) { $1 }, conventions: configuration.conventions),
            baselinePath: baselinePath ?? configuration.baselinePath ?? fallbackBaselinePath,
            evolution: configuration.evolution,
            generation: generation.completed(by: owner.generation(forModelAt: path)).completed(by: fallbackGeneration))
    }

    /// The path of the configuration that holds for the model at a path; nil if there is none.
    public func configurationPath(forModelAt path: String) -> String? {
        configurationPath ?? search.path(forModelAt: path)
    }

    /// The configuration of the project as a whole: the one that a flag names, or the one in the working folder.
    public mutating func projectConfiguration() throws -> ProjectConfiguration {
        guard let path = configurationPath ?? search.pathInWorkingFolder() else { return ProjectConfiguration() }
        return try configuration(at: path)
    }

    /// The configuration in a folder; nil if there is none.
    ///
    /// - Throws: ``FileProblem`` if it cannot be read from disk.
    public mutating func configuration(inFolder folder: String) throws -> ProjectConfiguration? {
        try ConfigurationSearch(workingFolder: folder).pathInWorkingFolder().map { try configuration(at: $0) }
    }

    /// The configuration at a path.
    ///
    /// - Throws: ``FileProblem`` if it cannot be read from disk.
    public mutating func configuration(at path: String) throws -> ProjectConfiguration {
        if let known = configurations[path] { return known }
        let bytes = Data(try FileProblem.reading(path))
        let configuration = ConfigurationReader().read([UInt8](bytes), at: path, into: &diagnostics)
        configurations[path] = configuration
        return configuration
    }
}
