package import ObjectGraph

/// What is measured on: people, in households or not.
package enum People {
    package static let model = model()
    /// With the indexes that queries can use.
    package static let indexedModel = model(indexes: ["age", "email", "name"])

    /// A later version: an attribute has another name, and one is new.
    package static let laterModel: ManagedObjectModel = {
        var schema = model.schema
        guard let person = schema.entities.firstIndex(where: { $0.name == "Person" }),
            let name = schema.entities[person].attributes.firstIndex(where: { $0.name == "name" })
        else { return model }
        schema.entities[person].attributes[name].name = "fullName"
        schema.entities[person].attributes[name].renamingIdentifier = "name"
        schema.entities[person].attributes.append(Attribute(name: "note", type: .string, isOptional: true))
        return ManagedObjectModel(schema)
    }()

    private static func model(indexes: [String] = []) -> ManagedObjectModel {
        ManagedObjectModel(
            Model(
                name: "People",
                entities: [
                    Entity(
                        name: "Person",
                        attributes: [
                            Attribute(name: "age", type: .integer32), Attribute(name: "created", type: .date),
                            Attribute(name: "email", type: .string), Attribute(name: "isActive", type: .boolean),
                            Attribute(name: "name", type: .string), Attribute(name: "score", type: .double),
                        ],
                        relationships: [
                            Relationship(
                                name: "household", isOptional: true, maximumCount: 1, destinationName: "Household",
                                inverseName: "members", inverseEntityName: "Household")
                        ],
                        indexes: indexes.map { name in
                            let element = FetchIndex.Element(propertyName: name, order: .ascending)
                            return FetchIndex(name: "by-\(name)", elements: [element])
                        }),
                    Entity(
                        name: "Household",
                        attributes: [Attribute(name: "title", type: .string, isOptional: true)],
                        relationships: [
                            Relationship(
                                name: "members", isOptional: true, isToMany: true, deleteRule: .cascade,
                                destinationName: "Person", inverseName: "household", inverseEntityName: "Person")
                        ]),
                ]),
            classes: ["Person": Person.self, "Household": Household.self])
    }

    /// A container in memory with some people, ten to a household where there are to be any.
    package static func container(count: Int, inHouseholds: Bool = false) throws -> PersistentContainer {
        let container = try PersistentContainer(model: model, store: .inMemory)
        let context = container.newContext()
        var household: Household?
        for number in 0..<count {
            let person = Person(context: context)
            person.set(PersonValues(number: number))
            guard inHouseholds else { continue }
            if number % 10 == 0 { household = Household(context: context) }
            person.household = household
        }
        try context.save()
        return container
    }
}
