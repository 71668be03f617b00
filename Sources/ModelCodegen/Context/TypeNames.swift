import ModelSchema

/// The names under which generated code can reach library types, qualified where a model's own type hides one.
struct TypeNames: Sendable, Hashable {
    var managedObject: String
    var managedObjectModel: String
    var fetchRequest: String
    var toMany: String
    var model: String
    var entity: String
    var sequence: String

    init(_ namer: SwiftNamer) {
        managedObject = namer.type("ManagedObject", in: .objectGraph)
        managedObjectModel = namer.type("ManagedObjectModel", in: .objectGraph)
        fetchRequest = namer.type("FetchRequest", in: .objectGraph)
        toMany = namer.type("ToMany", in: .objectGraph)
        // Always qualified: programs have types of these names more often than of the others.
        model = "ObjectGraph.Model"
        entity = "ObjectGraph.Entity"
        sequence = namer.type("Sequence", in: .swift)
    }
}
