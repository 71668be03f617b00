import StencilTemplates

/// The names of library types in code in Xcode's form, qualified if a type of the model hides them.
struct CoreDataTypeNames: TemplateRecord {
    var managedObject: String
    var managedObjectModel: String
    var generatedModels: String
    var keyPathNames: String
    var fetchRequest: String
    var set: String
    var orderedSet: String
    var indexSet: String
    var int: String
    var void: String
    var identifiable: String

    static let fields: TemplateFields<Self> = [
        .init("managedObject", \.managedObject, "`NSManagedObject`."),
        .init("managedObjectModel", \.managedObjectModel, "`NSManagedObjectModel`."),
        .init("generatedModels", \.generatedModels, "`GeneratedModels`, of this package's module."),
        .init("keyPathNames", \.keyPathNames, "`KeyPathNames`, of this package's module."),
        .init("fetchRequest", \.fetchRequest, "`NSFetchRequest`."),
        .init("set", \.set, "`NSSet`."),
        .init("orderedSet", \.orderedSet, "`NSOrderedSet`."),
        .init("indexSet", \.indexSet, "`NSIndexSet`."),
        .init("int", \.int, "`Int`."),
        .init("void", \.void, "`Void`."),
        .init("identifiable", \.identifiable, "`Identifiable`."),
    ]

    init(_ namer: SwiftNamer) {
        managedObject = namer.type("NSManagedObject", in: .coreData)
        managedObjectModel = namer.type("NSManagedObjectModel", in: .coreData)
        generatedModels = namer.type("GeneratedModels", in: .coreData)
        keyPathNames = namer.type("KeyPathNames", in: .coreData)
        fetchRequest = namer.type("NSFetchRequest", in: .coreData)
        set = namer.type("NSSet", in: .foundation)
        orderedSet = namer.type("NSOrderedSet", in: .foundation)
        indexSet = namer.type("NSIndexSet", in: .foundation)
        int = namer.type("Int", in: .swift)
        void = namer.type("Void", in: .swift)
        identifiable = namer.type("Identifiable", in: .swift)
    }
}
