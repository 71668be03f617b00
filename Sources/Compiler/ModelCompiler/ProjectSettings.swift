import Foundation
import ModelCodegen
public import ModelConfiguration
public import ModelDiagnostics
public import ModelValidation

/// Combines flags and the configuration of each model. Flags take precedence.
///
/// ```swift
/// var settings = ProjectSettings(workingDirectory: folder)
/// let modelSettings = try settings.settings(forModelAt: path)  // From the nearest modelgen.yml
/// let options = modelSettings.generation.options
/// ```
public struct ProjectSettings: Sendable {
    /// The problems of all configurations read so far, each reported once.
    public private(set) var diagnostics: [LocatedDiagnostic] = []
    private let search: ConfigurationSearch
    private let configurationPath: String?
    private let ruleLevels: [Diagnostic.Code: ValidationRule.Level]
    private let targets: Set<ValidationRule.Target>
    private let baselinePath: String?
    private let fallbackBaselinePath: String?
    private let generation: GenerationSettings
    private let fallbackGeneration: GenerationSettings
    private var configurations: [String: ProjectConfiguration] = [:]

    /// - Parameters:
    ///   - workingDirectory: The working directory of the tool, as an absolute path.
    ///   - configurationPath: The configuration to use for every model, instead of the configurations found around
    ///     them.
    ///   - ruleLevels: The levels from flags.
    ///   - targets: The frameworks from flags that models are meant for. A model whose code is for SwiftData is always
    ///     meant for it.
    ///   - baselinePath: The baseline for every model.
    ///   - fallbackBaselinePath: The baseline for models if neither a flag nor a configuration specifies one.
    ///   - generation: The settings for generated code from flags.
    ///   - fallbackGeneration: The settings for generated code if neither flags nor a configuration specify them.
    public init(
        workingDirectory: String, configurationPath: String? = nil,
        ruleLevels: [Diagnostic.Code: ValidationRule.Level] = [:], targets: Set<ValidationRule.Target> = [],
        baselinePath: String? = nil,
        fallbackBaselinePath: String? = nil, generation: GenerationSettings = GenerationSettings(),
        fallbackGeneration: GenerationSettings = GenerationSettings()
    ) {
        search = ConfigurationSearch(workingDirectory: workingDirectory)
        self.configurationPath = configurationPath
        self.ruleLevels = ruleLevels
        self.targets = targets
        self.baselinePath = baselinePath
        self.fallbackBaselinePath = fallbackBaselinePath
        self.generation = generation
        self.fallbackGeneration = fallbackGeneration
    }

    /// Returns the settings for the model at a path.
    ///
    /// - Parameters:
    ///   - path: The model.
    ///   - isListed: Whether the model was found through ``projectConfiguration()`` instead of being specified. That
    ///     configuration then determines how its code is generated, regardless of the model's folder.
    /// - Throws: ``ProjectFileError`` if a configuration cannot be read from disk.
    public mutating func settings(forModelAt path: String, isListed: Bool = false) throws -> ModelSettings {
        let found = configurationPath(forModelAt: path)
        let configuration = try found.map { try self.configuration(at: $0) } ?? ProjectConfiguration()
        let owner = isListed ? try projectConfiguration() : configuration
        let generation = generation.completed(by: owner.generation(forModelAt: path)).completed(by: fallbackGeneration)
        return ModelSettings(
            validation: ValidationOptions(
                levels: configuration.ruleLevels.merging(ruleLevels) { $1 }, conventions: configuration.conventions,
                targets: targets.union(generation.style == .swiftData ? [.swiftData] : [])),
            baselinePath: baselinePath ?? configuration.baselinePath ?? fallbackBaselinePath,
            evolution: configuration.evolution,
            generation: generation)
    }

    /// The path of the configuration for the model at a path; nil if there is none.
    public func configurationPath(forModelAt path: String) -> String? {
        configurationPath ?? search.path(forModelAt: path)
    }

    /// The configuration of the whole project: the file that a flag specifies, or the file in the working directory.
    ///
    /// - Throws: ``ProjectFileError`` if it cannot be read from disk.
    public mutating func projectConfiguration() throws -> ProjectConfiguration {
        guard let path = configurationPath ?? search.pathInWorkingDirectory() else { return ProjectConfiguration() }
        return try configuration(at: path)
    }

    /// The configuration in a folder; nil if there is none.
    ///
    /// - Throws: ``ProjectFileError`` if it cannot be read from disk.
    public mutating func configuration(inFolder folder: String) throws -> ProjectConfiguration? {
        try ConfigurationSearch(workingDirectory: folder).pathInWorkingDirectory().map { try configuration(at: $0) }
    }

    /// The configuration at a path.
    ///
    /// - Throws: ``ProjectFileError`` if it cannot be read from disk.
    public mutating func configuration(at path: String) throws -> ProjectConfiguration {
        if let known = configurations[path] { return known }
        let bytes = Data(try ProjectFileError.reading(path))
        let configuration = ConfigurationReader().read([UInt8](bytes), at: path, into: &diagnostics)
        configurations[path] = configuration
        return configuration
    }
}
