import ModelSchema
import StencilTemplates

/// What the template `coredata-class` receives.
struct CoreDataClassContext: TemplateContext {
    static let templateName = "coredata-class"
    static let summary = "The class of an entity, in the form that Xcode generates."

    var access: String
    var declaresAlias: Bool
    var modifiers: String
    var objectiveCName: String
    var servesAllPlatforms: Bool
    var plainName: String
    var className: String
    var superclassName: String
    var types: CoreDataTypeNames

    static let fields: TemplateFields<Self> = [
        .init("access", \.access, "The access level followed by a space; empty for internal."),
        .init("declaresAlias", \.declaresAlias, "Whether the file must use a public import."),
        .init("modifiers", \.modifiers, "The modifiers before `class`, each followed by a space."),
        .init(
            "objectiveCName", \.objectiveCName,
            "The name that Core Data uses for the class, which is the one in the model."),
        .init(
            "servesAllPlatforms", \.servesAllPlatforms,
            "Whether the code also compiles on platforms without Apple's framework."),
        .init("plainName", \.plainName, "The class name as a part of other names."),
        .init("className", \.className, "The class of the entity."),
        .init(
            "superclassName", \.superclassName,
            "The class of the nearest ancestor that has one, or the framework's class."),
        .init("types", \.types, "The library types."),
    ]

    init(_ item: CoreDataClass, access: String, options: GenerationOptions) {
        self.access = access
        declaresAlias = !access.isEmpty
        modifiers = item.modifiers(access: access, options: options)
        objectiveCName = item.objectiveCName
        servesAllPlatforms = options.platforms == .all
        plainName = item.plainName
        className = item.className
        superclassName = item.superclassName ?? item.types.managedObject
        types = item.types
    }

    var exposesRuntime: Bool { superclassName == types.managedObject }
}
