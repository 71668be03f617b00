import ArgumentParser
import ModelCodegen
import ModelConfiguration

/// The options for generated code. Each overrides the corresponding key in `modelgen.yml`.
struct CodeOptions: ParsableArguments {
    @Option(help: "The framework that the code is for.") var style: GenerationOptions.Style?
    @Option(help: "One file for each entity, or one for the whole model.") var layout: GenerationOptions.FileLayout?
    @Option(help: "The access level of the generated declarations.") var access: GenerationOptions.AccessLevel?
    @Option(help: "The code that can subclass generated classes.") var subclassing: GenerationOptions.Subclassing?

    @Option(help: "The accessors that are optionals: those of the model, or those that Xcode generates.")
    var optionals: GenerationOptions.Optionality?

    @Option(
        help: "The actor that isolates declarations for Apple's frameworks: none, or the default of the module.")
    var isolation: GenerationOptions.Isolation?

    @Option(help: "The platforms for code of the styles coredata and swiftdata: Apple's, or all.")
    var platforms: GenerationOptions.Platforms?

    @Option(
        help: .init(
            "The module that declares the @NSManaged members for code of the style coredata.", valueName: "module"))
    var accessorsOf: String?

    @Option(help: "The form of property names.") var naming: GenerationOptions.PropertyNaming?
    @Option(help: "The entities that get generated classes.") var classes: GenerationOptions.Classes?

    @Option(help: "The versions that code of the style swiftdata declares.") var versions: GenerationOptions.Versions?

    @Option(help: .init("The module that the test of the style swiftdata imports.", valueName: "module"))
    var testedModule: String?

    @Option(name: .customLong("import"), help: .init("A module that every file imports.", valueName: "module"))
    var imports: [String] = []

    @Option(help: .init("The prefix of every class name.", valueName: "text")) var classPrefix: String?
    @Option(help: .init("The suffix of every class name.", valueName: "text")) var classSuffix: String?
    @Option(help: .init("The name of the constant for the model.", valueName: "name")) var constant: String?
    @Option(help: .init("Text for the top of every file.", valueName: "text")) var header: String?

    @Flag(inversion: .prefixedNo, help: "Whether to generate a Sendable, Codable struct of values for each entity.")
    var snapshots: Bool?

    @Option(
        name: .customLong("type"),
        help: .init("A Swift type to use instead of a class from the model.", valueName: "class=type"),
        transform: NamedValue.init(argument:))
    var types: [NamedValue] = []

    func validate() throws {
        guard let invalid = settings.options.invalidOptions.first else { return }
        throw ValidationError("\(invalid.message); \(invalid.hint)")
    }

    /// The settings from the specified options.
    var settings: GenerationSettings {
        var settings = GenerationSettings()
        settings.style = style
        settings.fileLayout = layout
        settings.accessLevel = access
        settings.subclassing = subclassing
        settings.optionality = optionals
        settings.isolation = isolation
        settings.platforms = platforms
        settings.accessorsModule = accessorsOf
        settings.propertyNaming = naming
        settings.classes = classes
        settings.versions = versions
        settings.testedModule = testedModule
        settings.imports = imports.isEmpty ? nil : imports
        settings.classPrefix = classPrefix
        settings.classSuffix = classSuffix
        settings.modelConstant = constant
        settings.headerText = header
        settings.generatesSnapshots = snapshots
        settings.typeReplacements =
            types.isEmpty ? nil : Dictionary(types.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        return settings
    }
}
