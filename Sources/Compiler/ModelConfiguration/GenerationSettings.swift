public import ModelCodegen

/// The settings for generated code from flags or a `generate:` section. A setting that they leave out is nil.
public struct GenerationSettings: Sendable, Hashable {
    /// The framework that the code is for: ``GenerationOptions/style``.
    public var style: GenerationOptions.Style?
    /// The distribution of the code over files: ``GenerationOptions/fileLayout``.
    public var fileLayout: GenerationOptions.FileLayout?
    /// The access level of the generated declarations: ``GenerationOptions/accessLevel``.
    public var accessLevel: GenerationOptions.AccessLevel?
    /// The code that can subclass generated classes: ``GenerationOptions/subclassing``.
    public var subclassing: GenerationOptions.Subclassing?
    /// The accessors that are Swift optionals: ``GenerationOptions/optionality``.
    public var optionality: GenerationOptions.Optionality?
    /// The actor that isolates declarations: ``GenerationOptions/isolation``.
    public var isolation: GenerationOptions.Isolation?
    /// The platforms for code of the style `coredata`: ``GenerationOptions/platforms``.
    public var platforms: GenerationOptions.Platforms?
    /// The module that declares the `@NSManaged` members for the code: ``GenerationOptions/accessorsModule``.
    public var accessorsModule: String?
    /// The form of property names in Swift: ``GenerationOptions/propertyNaming``.
    public var propertyNaming: GenerationOptions.PropertyNaming?
    /// The entities that get generated classes: ``GenerationOptions/classes``.
    public var classes: GenerationOptions.Classes?
    /// The versions that code of the style `swiftdata` declares: ``GenerationOptions/versions``.
    public var versions: GenerationOptions.Versions?
    /// The module that a generated test imports: ``GenerationOptions/testedModule``.
    public var testedModule: String?
    /// Additional modules that every file imports, in the order of the file: ``GenerationOptions/imports``.
    public var imports: [String]?
    /// The unit for which a template written for SwiftGen is rendered: ``GenerationOptions/templateUnit``.
    public var templateUnit: GenerationOptions.TemplateUnit?
    /// The name of the constant for the model: ``GenerationOptions/modelConstant``.
    public var modelConstant: String?
    /// The prefix of every class name: ``GenerationOptions/classPrefix``.
    public var classPrefix: String?
    /// The suffix of every class name: ``GenerationOptions/classSuffix``.
    public var classSuffix: String?
    /// Text for the top of every file: ``GenerationOptions/headerText``.
    public var headerText: String?
    /// Whether each entity gets a struct of its values: ``GenerationOptions/generatesSnapshots``.
    public var generatesSnapshots: Bool?
    /// Swift types to use instead of classes from the model, by the name in the model:
    /// ``GenerationOptions/typeReplacements``.
    public var typeReplacements: [String: String]?
    /// Values for the user's templates: ``GenerationOptions/parameters``.
    public var parameters: TemplateParameters?
    /// The context that templates receive: ``GenerationOptions/templateContext``.
    public var templateContext: GenerationOptions.TemplateContext?
    /// The environment of the process.
    public var environment: [String: String]?
    /// The absolute path of the folder with the user's templates.
    public var templatesPath: String?
    /// The absolute path of the output folder.
    public var outputPath: String?
    /// The absolute path of the folder for files that are written once for people to edit.
    public var humanPath: String?
    /// The absolute path of the folder for the generated test of code for SwiftData.
    public var testsPath: String?

    /// Creates empty settings.
    public init() {}

    /// Returns these settings, completed by other settings where these are nil. Named values are merged by name.
    public func completed(by other: GenerationSettings) -> GenerationSettings {
        var result = self
        result.complete(
            by: other, \.style, \.fileLayout, \.accessLevel, \.subclassing, \.optionality, \.isolation, \.platforms,
            \.accessorsModule, \.propertyNaming, \.classes, \.versions, \.testedModule, \.imports, \.classPrefix,
            \.classSuffix, \.modelConstant,
            \.headerText, \.generatesSnapshots, \.templatesPath, \.templateContext, \.templateUnit, \.environment,
            \.outputPath, \.humanPath, \.testsPath)
        result.typeReplacements = Self.merge(typeReplacements, other.typeReplacements)
        result.parameters = other.parameters.map { parameters.map($0.merging) ?? $0 } ?? parameters
        return result
    }

    /// The options of the generator, with defaults for missing settings.
    public var options: GenerationOptions {
        let defaults = GenerationOptions()
        return GenerationOptions(
            style: style ?? defaults.style, fileLayout: fileLayout ?? defaults.fileLayout,
            // The defaults of these depend on the style.
            accessLevel: accessLevel ?? defaults.accessLevel, subclassing: subclassing, optionality: optionality,
            isolation: isolation, platforms: platforms ?? defaults.platforms,
            accessorsModule: accessorsModule ?? defaults.accessorsModule,
            propertyNaming: propertyNaming ?? defaults.propertyNaming, classes: classes ?? defaults.classes,
            versions: versions ?? defaults.versions, testedModule: testedModule ?? defaults.testedModule,
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

    private mutating func complete<each Value>(
        by other: Self, _ settings: repeat WritableKeyPath<Self, (each Value)?>
    ) {
        func complete<Single>(_ setting: WritableKeyPath<Self, Single?>) {
            self[keyPath: setting] = self[keyPath: setting] ?? other[keyPath: setting]
        }
        repeat complete(each settings)
    }

    private static func merge(_ values: [String: String]?, _ others: [String: String]?) -> [String: String]? {
        guard let values, let others else { return values ?? others }
        return others.merging(values) { $1 }
    }
}
