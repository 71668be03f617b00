/// What the template `human` receives.
struct HumanContext: TemplateContext, Hashable {
    static let templateName = "human"
    static let summary = "The file in which people add their own code to a class, which is written once."

    var importLine: String
    var declaresClass: Bool
    var entityName: String
    var objectiveCName: String?
    var openAccess: String
    var className: String
    var superclassName: String

    static let fields: TemplateFields<Self> = [
        .init("importLine", \.importLine, "The import of the library that the class comes from."),
        .init("declaresClass", \.declaresClass, "Whether the class is declared here, since it is not generated."),
        .init("entityName", \.entityName, "The entity's name in the model, safe inside a comment."),
        .init("objectiveCName", \.objectiveCName, "What Objective-C calls the class; nothing where it need not know."),
        .init("openAccess", \.openAccess, "The access level of the class with a space after it."),
        .init("className", \.className, "The class of the entity."),
        .init("superclassName", \.superclassName, "The class of the parent entity, else the library's."),
    ]

    /// - Parameter entity: What the generated file of the entity says.
    init(_ entity: EntityContext, options: GenerationOptions) {
        let isCoreData = options.style == .coreData
        let module = isCoreData ? "CoreData" : "ObjectGraph"
        declaresClass = !entity.declaresClass
        // An extension without members has nothing that others could see of the library.
        importLine = "\(declaresClass ? entity.access : "")import \(module)"
        entityName = entity.entityName
        objectiveCName = isCoreData ? entity.className : nil
        openAccess = entity.openAccess
        className = entity.className
        superclassName = entity.superclassName
        if isCoreData, superclassName == entity.types.managedObject { superclassName = "NSManagedObject" }
    }
}
