public import ModelCodegen

/// What flags, or a `generate:` section, say about generated code. What they leave out is nil.
public struct GenerationSettings: Sendable, Hashable {
    public var style: GenerationOptions.Style?
    public var fileLayout: GenerationOptions.FileLayout?
    public var accessLevel: GenerationOptions.AccessLevel?
    public var subclassing: GenerationOptions.Subclassing?
    public var optionality: GenerationOptions.Optionality?
    public var isolation: GenerationOptions.Isolation?
    public var propertyNaming: GenerationOptions.PropertyNaming?
    public var classes: GenerationOptions.Classes?
    public var imports: [String]?
    public var classPrefix: String?
    public var classSuffix: String?
    public var headerText: String?
    public var generatesSnapshots: Bool?
    public var typeReplacements: [String: String]?
    public var parameters: TemplateParameters?
    public var templateContext: GenerationOptions.TemplateContext?
    /// The environment of the process.
    public var environment: [String: String]?
    /// The absolute path of the folder of a user's templates.
    public var templatesPath: String?
    /// The absolute path of the folder that files are written to.
    public var outputPath: String?
    /// The absolute path of the folder for files that belong to people once they are written.
    public var humanPath: String?

    /// Settings that say nothing.
    public init() {}

    /// These settings, and those of another place where these say nothing. Of named values, each name counts by itself.
    public func completed(by other: GenerationSettings) -> GenerationSettings {
        var result = self
        result.style = style ?? other.style
        result.fileLayout = fileLayout ?? other.fileLayout
        result.accessLevel = accessLevel ?? other.accessLevel
        result.subclassing = subclassing ?? other.subclassing
        result.optionality = optionality ?? other.optionality
        result.isolation = isolation ?? other.isolation
        result.propertyNaming = propertyNaming ?? other.propertyNaming
        result.classes = classes ?? other.classes
        result.imports = imports ?? other.imports
        result.classPrefix = classPrefix ?? other.classPrefix
        result.classSuffix = classSuffix ?? other.classSuffix
        result.headerText = headerText ?? other.headerText
        result.generatesSnapshots = generatesSnapshots ?? other.generatesSnapshots
        result.typeReplacements = Self.merge(typeReplacements, other.typeReplacements)
        result.parameters = other.parameters.map { parameters.map($0.merging) ?? $0 } ?? parameters
        result.templatesPath = templatesPath ?? other.templatesPath
        result.templateContext = templateContext ?? other.templateContext
        result.environment = environment ?? other.environment
        result.outputPath = outputPath ?? other.outputPath
        result.humanPath = humanPath ?? other.humanPath
        return result
    }

    /// What the generator is to do, with its defaults where nothing is said.
    public var options: GenerationOptions {
        let defaults = GenerationOptions()
        return GenerationOptions(
            style: style ?? defaults.style, fileLayout: fileLayout ?? defaults.fileLayout,
            // The defaults of these depend on the style.
            accessLevel: accessLevel ?? defaults.accessLevel, subclassing: subclassing, optionality: optionality,
            isolation: isolation,
            propertyNaming: propertyNaming ?? defaults.propertyNaming, classes: classes ?? defaults.classes,
            imports: imports ?? defaults.imports, classPrefix: classPrefix ?? defaults.classPrefix,
            classSuffix: classSuffix ?? defaults.classSuffix, headerText: headerText ?? defaults.headerText,
            generatesSnapshots: generatesSnapshots ?? defaults.generatesSnapshots,
            typeReplacements: typeReplacements ?? defaults.typeReplacements,
            parameters: parameters ?? defaults.parameters,
            templateContext: templateContext ?? defaults.templateContext,
            environment: templateContext == .swiftGen ? environment ?? defaults.environment : [:])
    }

    private static func merge(_ values: [String: String]?, _ others: [String: String]?) -> [String: String]? {
        guard let values, let others else { return values ?? others }
        return others.merging(values) { $1 }
    }
}
