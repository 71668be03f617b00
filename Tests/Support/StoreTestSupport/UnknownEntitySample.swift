import ModelExpressions
import ModelSchema
public import ObjectGraph
import Testing

/// Animals and their home, some of which a test then gives an entity number that the model does not have.
public enum UnknownEntitySample {
    /// Dogs are animals, and share a table with them; a home has a table of its own.
    public static let model = ManagedObjectModel(
        Model(
            name: "Homes",
            entities: [
                Entity(
                    name: "Animal", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(name: "home", isOptional: true, destinationName: "Home", inverseName: "animals")
                    ]),
                Entity(name: "Dog", parentName: "Animal"),
                Entity(
                    name: "Home", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "animals", isOptional: true, isToMany: true, destinationName: "Animal",
                            inverseName: "home")
                    ]),
            ]))

    /// Saves a home and four animals in it: "a" and "b", and the dogs "c" and "d".
    public static func fill(_ context: ManagedObjectContext) throws {
        let home = context.insertNewObject(forEntityName: "Home")
        home.setValue("here", forKey: "name")
        for (entity, name) in [("Animal", "a"), ("Animal", "b"), ("Dog", "c"), ("Dog", "d")] {
            let animal = context.insertNewObject(forEntityName: entity)
            animal.setValue(name, forKey: "name")
            animal.setValue(home, forKey: "home")
        }
        try context.save()
    }

    /// The names of the objects of an entity that a predicate finds.
    public static func names(
        _ entity: String, _ format: String? = nil, in context: ManagedObjectContext
    ) throws -> [String] {
        var request = FetchRequest<ManagedObject>(entityName: entity)
        request.predicate = try format.map { try .format($0) }
        let found = try context.fetch(request)
        #expect(try context.count(for: request) == found.count, "\(entity) \(format ?? "")")
        #expect(try context.fetchObjectIDs(request).count == found.count, "\(entity) \(format ?? "")")
        return found.compactMap { $0.value(forKey: "name") as? String }.sorted()
    }

    /// Expects that "b" and "c", which are of an unknown entity, are left out of everything.
    public static func expectOthersLeftOut(in context: ManagedObjectContext) throws {
        #expect(try names("Animal", in: context) == ["a", "d"])
        #expect(try names("Dog", in: context) == ["d"])
        #expect(try names("Animal", "name IN {'a', 'b', 'c'}", in: context) == ["a"])
        #expect(try names("Home", "animals.@count == 2", in: context) == ["here"])
        #expect(try names("Home", "ANY animals.name == 'b'", in: context) == [])
        var request = FetchRequest<ManagedObject>(entityName: "Animal")
        request.sortDescriptors = [ModelSortDescriptor(key: "name")]
        request.fetchLimit = 2
        #expect(try context.fetch(request).compactMap { $0.value(forKey: "name") as? String } == ["a", "d"])
        var groups = FetchRequest<ManagedObject>(entityName: "Animal")
        groups.propertiesToGroupBy = ["home"]
        groups.propertiesToFetch = ["home"]
        groups.expressionsToFetch = [
            FetchedExpression(name: "count", expression: try ModelExpression(format: "count:(name)"))
        ]
        #expect(try context.fetchDictionaries(groups).compactMap { $0["count"] as? Int64 } == [2])
        let home = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Home")).first)
        #expect(home.destinations("animals").count == 2)
        // The others can be changed.
        home.setValue("there", forKey: "name")
        context.insertNewObject(forEntityName: "Dog").setValue("e", forKey: "name")
        try context.save()
    }

    /// Expects that the home, which is of an unknown entity, is read as the only one of its table, and renames it.
    public static func expectReadAsTheirs(in context: ManagedObjectContext) throws {
        #expect(try names("Home", in: context) == ["here"])
        #expect(try names("Home", "name == 'here'", in: context) == ["here"])
        #expect(try names("Animal", "home.name == 'here'", in: context) == ["a", "b", "c", "d"])
        let home = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Home")).first)
        #expect(home.destinations("animals").count == 4)
        home.setValue("there", forKey: "name")
        try context.save()
    }
}
