import ModelSchema
import StencilTemplates

/// The names of library types in generated code, qualified if a type of the model hides them.
struct TypeNames: TemplateRecord {
    var managedObject: String
    var managedObjectContext: String
    var managedObjectModel: String
    var keyPathNames: String
    var fetchRequest: String
    var toMany: String
    var orderedToMany: String
    var sequence: String
    var string: String
    var identifiable: String

    static let fields: TemplateFields<Self> = [
        .init("managedObject", \.managedObject, "The runtime's `ManagedObject`."),
        .init("managedObjectContext", \.managedObjectContext, "The runtime's `ManagedObjectContext`."),
        .init("managedObjectModel", \.managedObjectModel, "The runtime's `ManagedObjectModel`."),
        .init("keyPathNames", \.keyPathNames, "The runtime's `KeyPathNames`."),
        .init("fetchRequest", \.fetchRequest, "The runtime's `FetchRequest`."),
        .init("toMany", \.toMany, "The runtime's `ToMany`."),
        .init("orderedToMany", \.orderedToMany, "The runtime's `OrderedToMany`."),
        .init("sequence", \.sequence, "The standard library's `Sequence`."),
        .init("string", \.string, "The standard library's `String`."),
        .init("identifiable", \.identifiable, "The standard library's `Identifiable`."),
    ]

    init(_ namer: SwiftNamer) {
        managedObject = namer.type("ManagedObject", in: .objectGraph)
        managedObjectContext = namer.type("ManagedObjectContext", in: .objectGraph)
        managedObjectModel = namer.type("ManagedObjectModel", in: .objectGraph)
        keyPathNames = namer.type("KeyPathNames", in: .objectGraph)
        fetchRequest = namer.type("FetchRequest", in: .objectGraph)
        toMany = namer.type("ToMany", in: .objectGraph)
        orderedToMany = namer.type("OrderedToMany", in: .objectGraph)
        sequence = namer.type("Sequence", in: .swift)
        string = namer.type("String", in: .swift)
        identifiable = namer.type("Identifiable", in: .swift)
    }
}
