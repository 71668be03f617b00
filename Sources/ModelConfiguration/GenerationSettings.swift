public import ModelCodegen

/// What flags, or a `generate:` section, say about generated code. What they leave out is nil.
public struct GenerationSettings: Sendable, Hashable {
    /// What the code is written against: ``GenerationOptions/style``.
    public var style: GenerationOptions.Style?
    /// How the code is spread over files: ``GenerationOptions/fileLayout``.
    public var fileLayout: GenerationOptions.FileLayout?
    /// Who may use the generated declarations: ``GenerationOptions/accessLevel``.
    public var accessLevel: GenerationOptions.AccessLevel?
    /// Who may write subclasses of generated classes: ``GenerationOptions/subclassing``.
    public var subclassing: GenerationOptions.Subclassing?
    /// When an accessor is a Swift optional: ``GenerationOptions/optionality``.
    public var optionality: GenerationOptions.Optionality?
    /// Which actor declarations belong to: ``GenerationOptions/isolation``.
    public var isolation: GenerationOptions.Isolation?
    /// On which platforms code of the style `coredata` compiles: ``GenerationOptions/platforms``.
    public var platforms: GenerationOptions.Platforms?
    /// The module whose `@NSManaged` members the code is for: ``GenerationOptions/accessorsModule``.
    public var accessorsModule: String?
    /// How the names of properties are written in Swift: ``GenerationOptions/propertyNaming``.
    public var propertyNaming: GenerationOptions.PropertyNaming?
    /// For which entities classes are generated: ``GenerationOptions/classes``.
    public var classes: GenerationOptions.Classes?
    /// Modules that every file imports besides those it needs, in the order of the file: ``GenerationOptions/imports``.
    public var imports: [String]?
    /// What a template written for SwiftGen is rendered for: ``GenerationOptions/templateUnit``.
    public var templateUnit: GenerationOptions.TemplateUnit?
    /// The name of the constant that holds the model: ``GenerationOptions/modelConstant``.
    public var modelConstant: String?
    /// What the name of every class begins with: ``GenerationOptions/classPrefix``.
    public var classPrefix: String?
    /// What the name of every class ends in: ``GenerationOptions/classSuffix``.
    public var classSuffix: String?
    /// Text for the top of every file: ``GenerationOptions/headerText``.
    public var headerText: String?
    /// Whether each entity gets a struct of its values: ``GenerationOptions/generatesSnapshots``.
    public var generatesSnapshots: Bool?
    /// Swift types to write for those that a model names, by the name in the model:
    /// ``GenerationOptions/typeReplacements``.
    public var typeReplacements: [String: String]?
    /// Values for the templates of a user: ``GenerationOptions/parameters``.
    public var parameters: TemplateParameters?
    /// What templates receive: ``GenerationOptions/templateContext``.
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
        result.platforms = platforms ?? other.platforms
        result.accessorsModule = accessorsModule ?? other.accessorsModule
        result.propertyNaming = propertyNaming ?? other.propertyNaming
        result.classes = classes ?? other.classes
        result.imports = imports ?? other.imports
        result.classPrefix = classPrefix ?? other.classPrefix
        result.modelConstant = modelConstant ?? other.modelConstant
        result.templateUnit = templateUnit ?? other.templateUnit
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
            isolation: isolation, platforms: platforms ?? defaults.platforms,
            accessorsModule: accessorsModule ?? defaults.accessorsModule,
            propertyNaming: propertyNaming ?? defaults.propertyNaming, classes: classes ?? defaults.classes,
            imports: imports ?? defaults.imports, classPrefix: classPrefix ?? defaults.classPrefix,
            classSuffix: classSuffix ?? defaults.classSuffix,
            modelConstant: modelConstant ?? defaults.modelConstant, headerText: headerText ?? defaults.headerText,
            generatesSnapshots: generatesSnapshots ?? defaults.generatesSnapshots,
            typeReplacements: typeReplacements ?? defaults.typeReplacements,
            parameters: parameters ?? defaults.parameters,
            templateContext: templateContext ?? defaults.templateContext,
            templateUnit: templateUnit ?? defaults.templateUnit,
            environment: templateContext == .swiftGen ? environment ?? defaults.environment : [:])
    }

    private static func merge(_ values: [String: String]?, _ others: [String: String]?) -> [String: String]? {
        guard let values, let others else { return values ?? others }
        return others.merging(values) { $1 }
    }
}
