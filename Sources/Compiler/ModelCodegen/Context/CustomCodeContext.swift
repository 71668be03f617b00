import ModelSchema
import StencilTemplates

/// What the template `custom-code` receives.
struct CustomCodeContext: TemplateContext {
    static let templateName = "custom-code"
    static let summary = "The file in which you add your own code to a class, which the tool writes once."

    var textLines: [String]
    var imports: [String]
    var declaresClass: Bool
    var declaresEntityName: Bool
    var entityName: String
    var entityKey: String
    var objectiveCName: String?
    var servesAllPlatforms: Bool
    var isolation: String
    var openAccess: String
    var className: String
    var classKey: String
    var superclassName: String
    var stringType: String

    static let fields: TemplateFields<Self> = [
        .init("textLines", \.textLines, "The lines of the header text from the options, safe inside comments."),
        .init("imports", \.imports, "Whole import lines, in order."),
        .init("declaresClass", \.declaresClass, "Whether the class is declared here, because it is not generated."),
        .init(
            "declaresEntityName", \.declaresEntityName,
            "Whether a class declared here must declare the entity's name, because it differs from its own."),
        .init("entityName", \.entityName, "The entity's name in the model, safe inside a comment."),
        .init("entityKey", \.entityKey, "The entity's name in the model, as a string literal."),
        .init(
            "objectiveCName", \.objectiveCName,
            "The name that Core Data uses for the class, from the model; empty if Objective-C does not need it."),
        .init(
            "servesAllPlatforms", \.servesAllPlatforms,
            "Whether the code also compiles on platforms without Apple's framework."),
        .init("isolation", \.isolation, "`nonisolated` followed by a space, or empty."),
        .init(
            "openAccess", \.openAccess,
            "The other modifiers before `class`, followed by a space: `open`, `public final`, or nothing."),
        .init("className", \.className, "The class of the entity."),
        .init("classKey", \.classKey, "The name of the class as a string literal, without backticks."),
        .init("superclassName", \.superclassName, "The class of the parent entity, or the library's class."),
        .init("stringType", \.stringType, "The standard library's `String`."),
    ]

    /// - Parameter entity: The context of the entity's generated file.
    init(_ entity: EntityContext, options: GenerationOptions) {
        declaresClass = !entity.declaresClass
        declaresEntityName = declaresClass && entity.declaresEntityName
        entityName = entity.entityName
        entityKey = entity.entityKey
        objectiveCName = nil
        servesAllPlatforms = false
        isolation = GenerationOptions.Isolation.nonisolated.modifier
        openAccess = entity.openAccess
        className = entity.className
        classKey = entity.classKey
        superclassName = entity.superclassName
        stringType = entity.types.namer.type("String", in: .swift)
        let showsLibrary = declaresClass && superclassName == entity.types.managedObject
        (textLines, imports) = Self.heading(
            library: "ObjectGraph", access: showsLibrary ? entity.access : "", options: options)
    }

    /// - Parameter item: The class in the generated files.
    init(_ item: CoreDataClass, access: String, options: GenerationOptions) {
        declaresClass = !options.declaresClass(of: item.entity)
        declaresEntityName = false
        entityName = SwiftLiteral.comment(item.entity.name)
        entityKey = SwiftLiteral.string(item.entity.name)
        objectiveCName = item.objectiveCName
        servesAllPlatforms = options.platforms == .all
        isolation = options.isolation.modifier
        openAccess = item.openAccess(access: access)
        className = item.className
        classKey = SwiftLiteral.string(item.plainName)
        superclassName = item.superclassName ?? item.types.managedObject
        stringType = item.namer.type("String", in: .swift)
        let showsLibrary = declaresClass && item.superclassName == nil
        (textLines, imports) = Self.heading(library: "CoreData", access: showsLibrary ? access : "", options: options)
    }

    /// The file for additions to a class of SwiftData code, which is always generated.
    init(swiftDataClassOf entity: Entity, namer: SwiftNamer) {
        declaresClass = false
        declaresEntityName = false
        entityName = SwiftLiteral.comment(entity.name)
        entityKey = SwiftLiteral.string(entity.name)
        objectiveCName = nil
        servesAllPlatforms = false
        let hasHierarchy = namer.classes.contains { $0.superclassName != nil }
        isolation =
            (hasHierarchy ? SwiftDataClassContext.inheritanceAvailability + " " : "") + namer.options.isolation.modifier
        openAccess = ""
        className = namer.className(of: entity)
        classKey = SwiftLiteral.string(className.filter { $0 != "`" })
        superclassName = ""
        stringType = namer.type("String", in: .swift)
        (textLines, imports) = Self.heading(library: "SwiftData", access: "", options: namer.options)
    }

    /// The lines above the declaration. The compiler warns about an import with a higher access level than the file
    /// needs, and this file exposes no declarations of other modules.
    private static func heading(
        library: String, access: String, options: GenerationOptions
    ) -> (textLines: [String], imports: [String]) {
        let header = HeaderContext(source: "", modules: [(access, library)], options: options, showsImports: false)
        return (header.textLines, header.imports)
    }
}
