import ArgumentParser
import ModelCodegen
import ModelConfiguration

/// The options for generated code. Each overrides the corresponding key in `modelgen.yml`.
struct CodeOptions: ParsableArguments {
    @Option(help: .about("style")) var style: Choice<GenerationOptions.Style>?
    @Option(help: .about("layout")) var layout: Choice<GenerationOptions.FileLayout>?
    @Option(help: .about("access")) var access: Choice<GenerationOptions.AccessLevel>?
    @Option(help: .about("subclassing")) var subclassing: Choice<GenerationOptions.Subclassing>?

    @Option(help: .about("optionals")) var optionals: Choice<GenerationOptions.Optionality>?

    @Option(help: .about("isolation")) var isolation: Choice<GenerationOptions.Isolation>?

    @Option(help: .about("platforms")) var platforms: Choice<GenerationOptions.Platforms>?

    @Option(help: .about("accessors-of", valueName: "module")) var accessorsOf: String?

    @Option(help: .about("naming")) var naming: Choice<GenerationOptions.PropertyNaming>?
    @Option(help: .about("classes")) var classes: Choice<GenerationOptions.Classes>?

    @Option(help: .about("versions")) var versions: Choice<GenerationOptions.Versions>?

    @Option(help: .about("tested-module", valueName: "module")) var testedModule: String?

    @Option(name: .customLong("import"), help: .about("imports", valueName: "module"))
    var imports: [String] = []

    @Option(help: .about("class-prefix", valueName: "text")) var classPrefix: String?
    @Option(help: .about("class-suffix", valueName: "text")) var classSuffix: String?
    @Option(help: .about("model-constant", valueName: "name")) var modelConstant: String?
    @Option(help: .about("header", valueName: "text")) var header: String?

    @Flag(inversion: .prefixedNo, help: .about("snapshots"))
    var snapshots: Bool?

    @Option(
        name: .customLong("type"),
        help: .about("types", valueName: "class=type"),
        transform: NamedValue.init(argument:))
    var types: [NamedValue] = []

    func validate() throws {
        try types.refuseSeveralValues()
        guard let invalid = settings.options.invalidOptions.first else { return }
        throw ValidationError("\(invalid.message); \(invalid.hint)")
    }

    /// The settings from the specified options.
    var settings: GenerationSettings {
        var settings = GenerationSettings()
        settings.style = style?.value
        settings.fileLayout = layout?.value
        settings.accessLevel = access?.value
        settings.subclassing = subclassing?.value
        settings.optionality = optionals?.value
        settings.isolation = isolation?.value
        settings.platforms = platforms?.value
        settings.accessorsModule = accessorsOf
        settings.propertyNaming = naming?.value
        settings.classes = classes?.value
        settings.versions = versions?.value
        settings.testedModule = testedModule
        settings.imports = imports.isEmpty ? nil : imports
        settings.classPrefix = classPrefix
        settings.classSuffix = classSuffix
        settings.modelConstant = modelConstant
        settings.headerText = header
        settings.generatesSnapshots = snapshots
        settings.typeReplacements =
            types.isEmpty ? nil : Dictionary(types.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        return settings
    }
}

extension ArgumentHelp {
    /// The help of the flag for a key of `generate:`, from the table of keys.
    static func about(_ key: String, valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp(GenerationKey.flagSummaries[key, default: ""], valueName: valueName)
    }
}
