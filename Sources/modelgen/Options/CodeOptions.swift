import ArgumentParser
import ModelCodegen
import ModelConfiguration

/// What generated code looks like. Each option wins over the key of its name in `modelgen.yml`.
struct CodeOptions: ParsableArguments {
    @Option(help: "What the code is written against.")
    var style: GenerationOptions.Style?

    @Option(help: "One file for each entity, or one for the whole model.")
    var layout: GenerationOptions.FileLayout?

    @Option(help: "The access level of the generated declarations.")
    var access: GenerationOptions.AccessLevel?

    @Option(help: "Who may write subclasses of generated classes.")
    var subclassing: GenerationOptions.Subclassing?

    @Option(help: "When accessors are Swift optionals: as the model says, or as Xcode does it.")
    var optionals: GenerationOptions.Optionality?

    @Option(help: "Which actor declarations of the style coredata belong to: none, or the default of their module.")
    var isolation: GenerationOptions.Isolation?

    @Option(help: "On which platforms code of the style coredata compiles: Apple's, or all.")
    var platforms: GenerationOptions.Platforms?

    @Option(
        help: .init("The module whose @NSManaged members the code of the style coredata is for.", valueName: "module"))
    var accessorsOf: String?

    @Option(help: "How the names of properties are written.")
    var naming: GenerationOptions.PropertyNaming?

    @Option(help: "For which entities classes are generated.")
    var classes: GenerationOptions.Classes?

    @Option(name: .customLong("import"), help: .init("A module that every file imports.", valueName: "module"))
    var imports: [String] = []

    @Option(help: .init("What the name of every class begins with.", valueName: "text"))
    var classPrefix: String?

    @Option(help: .init("What the name of every class ends in.", valueName: "text"))
    var classSuffix: String?

    @Option(help: .init("The name of the constant that holds the model.", valueName: "name"))
    var constant: String?

    @Option(help: .init("Text for the top of every file.", valueName: "text"))
    var header: String?

    @Flag(inversion: .prefixedNo, help: "Give each entity a Sendable, Codable struct of its values.")
    var snapshots: Bool?

    @Option(
        name: .customLong("type"),
        help: .init("A Swift type to write instead of a class that the model names.", valueName: "class=type"),
        transform: NamedValue.init(argument:))
    var types: [NamedValue] = []

    func validate() throws {
        guard let invalid = settings.options.invalidOptions.first else { return }
        throw ValidationError("\(invalid.message); \(invalid.hint)")
    }

    /// What the options say; nothing where they are left out.
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
