/// What a user can choose about generated code.
public struct GenerationOptions: Sendable, Hashable {
    /// What the code is written against.
    public enum Style: String, Sendable, Hashable, CaseIterable {
        /// The runtime of this package.
        case objectGraph = "objectgraph"
        /// Apple's framework, in the form that Xcode generates.
        case coreData = "coredata"
    }

    /// How the code is spread over files.
    public enum FileLayout: String, Sendable, Hashable, CaseIterable {
        /// One file for the model and one for each entity.
        case entity
        /// One file for the model with everything in it, as build tool plugins need it.
        case model
    }

    /// Who may use the generated declarations.
    public enum AccessLevel: String, Sendable, Hashable, CaseIterable {
        /// Every module may use it.
        case `public`
        /// The modules of the package may use it.
        case package
        /// Only its own module may use it.
        case `internal`
    }

    /// Who may write subclasses of generated classes.
    public enum Subclassing: String, Sendable, Hashable, CaseIterable {
        /// Everybody who sees them: classes of the level `public` are `open`.
        case open
        /// The module they are in: classes are neither `open` nor `final`.
        case module
        /// No one: classes are `final`, but for those with children in the model.
        case final
    }

    /// When an accessor is a Swift optional.
    public enum Optionality: String, Sendable, Hashable, CaseIterable {
        /// When the model says that the value may be missing.
        case model
        /// As Xcode does it: always, but for scalars, which never are.
        case xcode
    }

    /// Which actor declarations belong to.
    public enum Isolation: String, Sendable, Hashable, CaseIterable {
        /// None, whatever the default of the module.
        case nonisolated
        /// The default of the module.
        case module

        /// The word before a declaration, with a space after it; empty for none.
        var modifier: String { self == .nonisolated ? "nonisolated " : "" }
    }

    /// On which platforms code of the style `coredata` compiles.
    public enum Platforms: String, Sendable, Hashable, CaseIterable {
        /// Those with Apple's framework: the code is as Xcode generates it.
        case apple
        /// Others too, where it is written against this package's module `CoreData`.
        case all
    }

    /// How the names of properties are written in Swift.
    public enum PropertyNaming: String, Sendable, Hashable, CaseIterable {
        /// As in the model.
        case model
        /// In camel case: `first_name` becomes `firstName`, `URL` becomes `url`.
        case camelCase = "camel-case"
    }

    /// For which entities classes are generated, rather than left to the user.
    public enum Classes: String, Sendable, Hashable, CaseIterable {
        /// As each entity says: none for Category/Extension.
        case model
        /// For all.
        case all
        /// For none: extensions only.
        case none
        /// For none, and in the style `coredata` no properties either: the sources declare them with `@NSManaged`.
        case handwritten
        /// As Xcode does it: a class and its properties for Class Definition, the properties for Category/Extension, and in the style
        /// `coredata` nothing for Manual/None, whose sources declare them with `@NSManaged`.
        case xcode
    }

    /// What templates receive.
    public enum TemplateContext: String, Sendable, Hashable, CaseIterable {
        /// A context made for each template.
        case own
        /// What templates written for SwiftGen expect: each is rendered once, for all models.
        case swiftGen = "swiftgen"
    }

    /// What a template written for SwiftGen is rendered for.
    public enum TemplateUnit: String, Sendable, Hashable, CaseIterable {
        /// Once, for all models.
        case run
        /// For each entity of each model.
        case entity
    }

    /// What the code is written against.
    public var style: Style
    /// One file for each entity, or one for the model.
    public var fileLayout: FileLayout
    /// The level of every declaration.
    public var accessLevel: AccessLevel
    /// Who may write subclasses of generated classes.
    public var subclassing: Subclassing
    /// When an accessor is a Swift optional.
    public var optionality: Optionality
    /// In the style `objectgraph` declarations belong to no actor, whatever is chosen here.
    public var isolation: Isolation
    /// On which platforms code of the style `coredata` compiles; that of the style `objectgraph` does on all.
    public var platforms: Platforms
    /// The module whose hand-written classes the code is for, where it is nothing but what their `@NSManaged` members call
    /// on platforms without Apple's framework; nil for code that declares something itself.
    public var accessorsModule: String?
    /// How the names of properties are written in Swift.
    public var propertyNaming: PropertyNaming
    /// For which entities classes are generated.
    public var classes: Classes
    /// Modules that every generated file imports, besides those it needs itself: `Colors`, or `public Colors` where
    /// public declarations use its types and imports are internal by default: the word stands in files that may use
    /// them so.
    public var imports: [String]
    /// What the name of every class begins with, before the name that the model gives it.
    public var classPrefix: String
    /// What the name of every class ends in.
    public var classSuffix: String
    /// The name of the constant that holds the whole model; nil for one made from the model's name.
    public var modelConstant: String?
    /// Text for the top of every file, such as a licence; nil for none. Written as comment lines.
    public var headerText: String?
    /// Whether each entity gets a `Sendable`, `Codable` struct of its values.
    public var generatesSnapshots: Bool
    /// Swift types to write instead of the classes that a model names for transformable attributes, such as a type
    /// of your own instead of `UIColor`.
    public var typeReplacements: [String: String]
    /// Values for the templates of a user, by name.
    public var parameters: TemplateParameters
    /// What templates receive.
    public var templateContext: TemplateContext
    /// What a template written for SwiftGen is rendered for.
    public var templateUnit: TemplateUnit
    /// The environment, for templates written for SwiftGen alone: others depend on nothing but the model and the
    /// options.
    public var environment: [String: String]

    /// - Parameters:
    ///   - subclassing: By default `open`; in the style `coredata` as Xcode has it: `module`.
    ///   - optionality: By default the model's; in the style `coredata` Xcode's.
    ///   - isolation: By default none; in the style `coredata` as Xcode has it: the module's default.
    public init(
        style: Style = .objectGraph, fileLayout: FileLayout = .entity, accessLevel: AccessLevel = .public,
        subclassing: Subclassing? = nil, optionality: Optionality? = nil, isolation: Isolation? = nil,
        platforms: Platforms = .apple, accessorsModule: String? = nil, propertyNaming: PropertyNaming = .model,
        classes: Classes = .model, imports: [String] = [], classPrefix: String = "", classSuffix: String = "",
        modelConstant: String? = nil, headerText: String? = nil, generatesSnapshots: Bool = false,
        typeReplacements: [String: String] = [:],
        parameters: TemplateParameters = TemplateParameters(), templateContext: TemplateContext = .own,
        templateUnit: TemplateUnit = .run,
        environment: [String: String] = [:]
    ) {
        self.style = style
        self.fileLayout = fileLayout
        self.accessLevel = accessLevel
        let isXcodes = style == .coreData
        self.subclassing = subclassing ?? (isXcodes ? .module : .open)
        self.optionality = optionality ?? (isXcodes ? .xcode : .model)
        self.isolation = isolation ?? (isXcodes ? .module : .nonisolated)
        self.platforms = platforms
        self.accessorsModule = accessorsModule
        self.propertyNaming = propertyNaming
        self.classes = classes
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
}
