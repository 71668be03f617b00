import ModelSchema

/// What the template `coredata-class` receives.
struct CoreDataClassContext: TemplateContext, Hashable {
    static let templateName = "coredata-class"
    static let summary = "The class of an entity, in the form that Xcode gives it."

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
        .init("access", \.access, "The access level with a space after it; empty for internal."),
        .init("declaresAlias", \.declaresAlias, "Whether there is a public import to put to use."),
        .init("modifiers", \.modifiers, "The words before `class`, with a space after each."),
        .init("objectiveCName", \.objectiveCName, "The name by which Core Data finds the class: the model's."),
        .init(
            "servesAllPlatforms", \.servesAllPlatforms,
            "Whether the code compiles on platforms without Apple's framework too."),
        .init("plainName", \.plainName, "The class's name as a part of names."),
        .init("className", \.className, "The class of the entity."),
        .init(
            "superclassName", \.superclassName, "The class of the nearest ancestor that has one, else the framework's."),
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
