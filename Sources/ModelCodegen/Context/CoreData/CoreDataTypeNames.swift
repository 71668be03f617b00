/// The names under which code in Xcode's form can reach library types, qualified where a model's own type hides one.
struct CoreDataTypeNames: TemplateRecord, Hashable {
    var managedObject: String
    var fetchRequest: String
    var set: String
    var orderedSet: String
    var indexSet: String
    var int: String
    var identifiable: String

    static let fields: TemplateFields<Self> = [
        .init("managedObject", \.managedObject, "`NSManagedObject`."),
        .init("fetchRequest", \.fetchRequest, "`NSFetchRequest`."),
        .init("set", \.set, "`NSSet`."),
        .init("orderedSet", \.orderedSet, "`NSOrderedSet`."),
        .init("indexSet", \.indexSet, "`NSIndexSet`."),
        .init("int", \.int, "`Int`."),
        .init("identifiable", \.identifiable, "`Identifiable`."),
    ]

    init(_ namer: SwiftNamer) {
        managedObject = namer.type("NSManagedObject", in: .coreData)
        fetchRequest = namer.type("NSFetchRequest", in: .coreData)
        set = namer.type("NSSet", in: .foundation)
        orderedSet = namer.type("NSOrderedSet", in: .foundation)
        indexSet = namer.type("NSIndexSet", in: .foundation)
        int = namer.type("Int", in: .swift)
        identifiable = namer.type("Identifiable", in: .swift)
    }
}
