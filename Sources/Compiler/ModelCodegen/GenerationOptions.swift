import ModelSchema

/// The options for generated code.
///
/// ```swift
/// let options = GenerationOptions(
///     fileLayout: .model, accessLevel: .internal, headerText: "Copyright © the authors")
/// ```
public struct GenerationOptions: Sendable, Hashable {
    /// The framework that the code is for.
    public enum Style: String, Sendable, Hashable, CaseIterable {
        /// The runtime of this package.
        case objectGraph = "objectgraph"
        /// Apple's framework, in the form that Xcode generates.
        case coreData = "coredata"
        /// Apple's SwiftData.
        case swiftData = "swiftdata"
    }

    /// The distribution of the code over files.
    public enum FileLayout: String, Sendable, Hashable, CaseIterable {
        /// One file for the model and one for each entity.
        case entity
        /// One file for the model with everything in it, as build tool plugins need it.
        case model
    }

    /// The code that can use the generated declarations.
    public enum AccessLevel: String, Sendable, Hashable, CaseIterable {
        /// Every module can use it.
        case `public`
        /// The modules of the package can use it.
        case package
        /// Only its own module can use it.
        case `internal`
    }

    /// The code that can subclass generated classes.
    public enum Subclassing: String, Sendable, Hashable, CaseIterable {
        /// All code that can use the classes: classes with the level `public` are `open`.
        case open
        /// The module of the classes: they are neither `open` nor `final`.
        case module
        /// No code: classes are `final`, except for those with children in the model.
        case final
    }

    /// The accessors that are Swift optionals.
    public enum Optionality: String, Sendable, Hashable, CaseIterable {
        /// The accessors of values that can be missing according to the model.
        case model
        /// As in Xcode: all accessors except for scalars.
        case xcode
    }

    /// The actor that isolates declarations.
    public enum Isolation: String, Sendable, Hashable, CaseIterable {
        /// None, regardless of the default of the module.
        case nonisolated
        /// The default of the module.
        case module

        /// The modifier of a declaration, with a space after it; empty if there is none.
        var modifier: String { self == .nonisolated ? "nonisolated " : "" }
    }

    /// The platforms for code of the style `coredata`.
    public enum Platforms: String, Sendable, Hashable, CaseIterable {
        /// Platforms with Apple's framework. The code is as Xcode generates it.
        case apple
        /// All platforms. On platforms without Apple's framework, the code uses the module `CoreData` of this package.
        case all
    }

    /// The form of property names in Swift.
    public enum PropertyNaming: String, Sendable, Hashable, CaseIterable {
        /// As in the model.
        case model
        /// In camel case: `first_name` becomes `firstName`, `URL` becomes `url`.
        case camelCase = "camel-case"
    }

    /// The entities that get generated classes, rather than classes by the user.
    public enum Classes: String, Sendable, Hashable, CaseIterable {
        /// As each entity specifies: no class for Category/Extension.
        case model
        /// All entities.
        case all
        /// No entities: the code contains extensions only.
        case extensionsOnly = "none"
        /// No entities. In the style `coredata`, the code also contains no properties, because the sources declare them
        /// with `@NSManaged`.
        case handwritten
        /// As in Xcode: a class and its properties for Class Definition, and the properties for Category/Extension. In
        /// the style `coredata`, nothing for Manual/None, because the sources declare the class with `@NSManaged`.
        case xcode
    }

    /// The context that templates receive.
    public enum TemplateContext: String, Sendable, Hashable, CaseIterable {
        /// The context of modelgen, which is made for each template.
        case modelgen
        /// The context of SwiftGen. Each template is rendered once, for all models.
        case swiftGen = "swiftgen"
    }

    /// The versions of a model that code of the style `swiftdata` declares.
    public enum Versions: String, Sendable, Hashable, CaseIterable {
        /// The current version.
        case current
        /// Every version, with a plan for migrating from each to the next.
        case all
    }

    /// The unit for which a template written for SwiftGen is rendered.
    public enum TemplateUnit: String, Sendable, Hashable, CaseIterable {
        /// Once, for all models.
        case run
        /// For each entity of each model.
        case entity
    }

    /// The framework that the code is for.
    public var style: Style
    /// One file for each entity, or one for the model.
    public var fileLayout: FileLayout
    /// The access level of every declaration.
    public var accessLevel: AccessLevel
    /// The code that can subclass generated classes.
    public var subclassing: Subclassing
    /// The accessors that are Swift optionals.
    public var optionality: Optionality
    /// The actor that isolates declarations. In the style `objectgraph`, no actor isolates them, regardless of this
    /// option.
    public var isolation: Isolation
    /// The platforms for code of the styles `coredata` and `swiftdata`. Code of the style `objectgraph` compiles on all
    /// platforms. Code of the style `swiftdata` for all platforms is empty on those without SwiftData.
    public var platforms: Platforms
    /// The module with hand-written classes, if the code only supplies the functions that their `@NSManaged` members
    /// call on platforms without Apple's framework; nil for code with its own declarations.
    public var accessorsModule: String?
    /// The form of property names in Swift.
    public var propertyNaming: PropertyNaming
    /// For which entities classes are generated.
    public var classes: Classes
    /// The versions that code of the style `swiftdata` declares.
    public var versions: Versions
    /// The module of the code, which the generated test of the style `swiftdata` imports; nil if no test is generated.
    public var testedModule: String?
    /// Additional modules that every generated file imports: `Colors`, or `public Colors` if public declarations use
    /// its types and imports are internal by default. Files without such declarations import the module without the
    /// access level.
    public var imports: [String]
    /// The prefix of every class name, before the name in the model.
    public var classPrefix: String
    /// The suffix of every class name.
    public var classSuffix: String
    /// The name of the constant for the model; nil for a name made from the model's name.
    public var modelConstant: String?
    /// Text for the top of every file, such as a license, which becomes comment lines; nil for none.
    public var headerText: String?
    /// Whether each entity gets a struct of its values that is `Sendable` and `Codable`.
    public var generatesSnapshots: Bool
    /// Swift types to use instead of the classes of transformable attributes in the model, such as your own type
    /// instead of `UIColor`.
    public var typeReplacements: [String: String]
    /// Values for the user's templates, by name.
    public var parameters: TemplateParameters
    /// The context that templates receive.
    public var templateContext: TemplateContext
    /// The unit for which a template written for SwiftGen is rendered.
    public var templateUnit: TemplateUnit
    /// The environment, only for templates written for SwiftGen. Other templates depend on the model and the options
    /// only.
    public var environment: [String: String]

    /// - Parameters:
    ///   - subclassing: The default is `open`; `module` in the style `coredata`, as in Xcode; `final` in the style
    ///     `swiftdata`.
    ///   - optionality: The default is `model`, or `xcode` in the style `coredata`.
    ///   - isolation: The default is `nonisolated`, or `module` in the styles for Apple's frameworks, as in Xcode.
    public init(
        style: Style = .objectGraph, fileLayout: FileLayout = .entity, accessLevel: AccessLevel = .public,
        subclassing: Subclassing? = nil, optionality: Optionality? = nil, isolation: Isolation? = nil,
        platforms: Platforms = .apple, accessorsModule: String? = nil, propertyNaming: PropertyNaming = .model,
        classes: Classes = .model, versions: Versions = .current, testedModule: String? = nil, imports: [String] = [],
        classPrefix: String = "", classSuffix: String = "",
        modelConstant: String? = nil, headerText: String? = nil, generatesSnapshots: Bool = false,
        typeReplacements: [String: String] = [:],
        parameters: TemplateParameters = TemplateParameters(), templateContext: TemplateContext = .modelgen,
        templateUnit: TemplateUnit = .run,
        environment: [String: String] = [:]
    ) {
        self.style = style
        self.fileLayout = fileLayout
        self.accessLevel = accessLevel
        let isXcodes = style == .coreData
        self.subclassing = subclassing ?? Self.subclassing(in: style)
        self.optionality = optionality ?? (isXcodes ? .xcode : .model)
        self.isolation = isolation ?? (style == .objectGraph ? .nonisolated : .module)
        self.platforms = platforms
        self.accessorsModule = accessorsModule
        self.propertyNaming = propertyNaming
        self.classes = classes
        self.versions = versions
        self.testedModule = testedModule
        self.imports = imports
        self.classPrefix = classPrefix
        self.classSuffix = classSuffix
        self.modelConstant = modelConstant
        self.headerText = headerText
        self.generatesSnapshots = generatesSnapshots
        self.typeReplacements = typeReplacements
        self.parameters = parameters
        self.templateContext = templateContext
        self.templateUnit = templateUnit
        self.environment = environment
    }

    private static func subclassing(in style: Style) -> Subclassing {
        switch style {
        case .objectGraph: .open
        case .coreData: .module
        case .swiftData: .final
        }
    }

    /// Whether the class of an entity is generated, rather than written by hand.
    func declaresClass(of entity: Entity) -> Bool {
        // The properties of a class with a macro cannot be in an extension.
        guard style != .swiftData else { return true }
        return switch classes {
        case .model: entity.codeGeneration != .categoryExtension
        case .all: true
        case .extensionsOnly, .handwritten: false
        case .xcode: entity.codeGeneration == .classDefinition
        }
    }

    /// Whether the properties of an entity are generated in the style `coredata`, rather than declared by hand.
    func declaresProperties(of entity: Entity) -> Bool {
        switch classes {
        case .model, .all, .extensionsOnly: true
        case .handwritten: false
        case .xcode: entity.codeGeneration == .classDefinition || entity.codeGeneration == .categoryExtension
        }
    }

    /// Whether an entity's properties can be declared by hand, so the code supplies accessors for them. In a target for
    /// accessors, ``Classes/xcode`` means that the properties of some entities are generated.
    func suppliesAccessors(of entity: Entity) -> Bool { classes != .xcode || !declaresProperties(of: entity) }
}
