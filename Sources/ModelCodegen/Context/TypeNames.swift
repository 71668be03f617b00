import ModelSchema

/// The names under which generated code can reach library types, qualified where a model's own type hides one.
struct TypeNames: TemplateRecord, Hashable {
    var managedObject: String
    var managedObjectModel: String
    var fetchRequest: String
    var toMany: String
    var orderedToMany: String
    var model: String
    var entity: String
    var sequence: String

    static let fields: TemplateFields<Self> = [
        .init("managedObject", \.managedObject, "The runtime's `ManagedObject`."),
        .init("managedObjectModel", \.managedObjectModel, "The runtime's `ManagedObjectModel`."),
        .init("fetchRequest", \.fetchRequest, "The runtime's `FetchRequest`."),
        .init("toMany", \.toMany, "The runtime's `ToMany`."),
        .init("orderedToMany", \.orderedToMany, "The runtime's `OrderedToMany`."),
        .init("model", \.model, "`ObjectGraph.Model`, the description of a model."),
        .init("entity", \.entity, "`ObjectGraph.Entity`, the description of an entity."),
        .init("sequence", \.sequence, "The standard library's `Sequence`."),
    ]

    init(_ namer: SwiftNamer) {
        managedObject = namer.type("ManagedObject", in: .objectGraph)
        managedObjectModel = namer.type("ManagedObjectModel", in: .objectGraph)
        fetchRequest = namer.type("FetchRequest", in: .objectGraph)
        toMany = namer.type("ToMany", in: .objectGraph)
        orderedToMany = namer.type("OrderedToMany", in: .objectGraph)
        // Always qualified: programs have types of these names more often than of the others.
        model = "ObjectGraph.Model"
        entity = "ObjectGraph.Entity"
        sequence = namer.type("Sequence", in: .swift)
    }
}
