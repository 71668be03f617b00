import ModelSchema
import Testing

@Suite struct LookupTests {
    private let model = Model(
        name: "Zoo",
        entities: [
            Entity(
                name: "Cat", parentName: "Animal",
                attributes: [Attribute(name: "lives", type: .integer16)],
                relationships: [
                    Relationship(name: "owner", destinationName: "Person", inverseName: "pets")
                ]),
            Entity(name: "Animal", isAbstract: true, attributes: [Attribute(name: "name", type: .string)]),
            Entity(name: "Tiger", parentName: "Cat"),
            Entity(
                name: "Person",
                relationships: [
                    Relationship(name: "pets", isToMany: true, destinationName: "Cat", inverseName: "owner")
                ]),
            Entity(name: "Bear", parentName: "Animal"),
        ])

    private var lookup: ModelLookup { ModelLookup(model) }

    private func entity(_ name: String) throws -> Entity {
        try #require(model.entity(named: name))
    }

    @Test("Ancestors are sorted from the nearest")
    func ancestorsComeNearestFirst() throws {
        #expect(try lookup.ancestors(of: entity("Tiger")).map(\.name) == ["Cat", "Animal"])
        #expect(try lookup.ancestors(of: entity("Person")).isEmpty)
    }

    @Test("A family has parents before children, and siblings by name")
    func families() throws {
        #expect(try lookup.family(of: entity("Animal")).map(\.name) == ["Animal", "Bear", "Cat", "Tiger"])
    }

    @Test("MOD-7: inherited properties count as the entity's own")
    func inheritedPropertiesComeFirst() throws {
        #expect(try lookup.attributes(of: entity("Tiger")).map(\.name) == ["name", "lives"])
        #expect(try lookup.relationships(of: entity("Tiger")).map(\.name) == ["owner"])
        #expect(try lookup.attribute(named: "name", of: entity("Tiger"))?.type == .string)
        #expect(try lookup.attribute(named: "owner", of: entity("Tiger")) == nil)
    }

    @Test("MOD-6: the inverse of the inverse is the relationship itself")
    func inverseOfInverse() throws {
        let owner = try #require(entity("Cat").relationship(named: "owner"))
        let pets = try #require(lookup.inverse(of: owner))
        #expect(pets.name == "pets")
        #expect(lookup.inverse(of: pets) == owner)
    }

    @Test("A cycle of parent entities ends")
    func aCycleOfParentsEnds() throws {
        let model = Model(
            name: "Loop", entities: [Entity(name: "A", parentName: "B"), Entity(name: "B", parentName: "A")])
        let lookup = ModelLookup(model)
        #expect(lookup.ancestors(of: model.entities[0]).map(\.name) == ["B"])
        #expect(lookup.family(of: model.entities[0]).map(\.name) == ["A", "B"])
        #expect(lookup.versionHash(of: model.entities[0]) != lookup.versionHash(of: model.entities[1]))
    }

    @Test(
        "Class names are read in every form",
        arguments: [
            ("Hero", "Hero", nil), (".Hero", "Hero", nil), ("App.Hero", "Hero", "App"), ("A.B.Hero", "Hero", "A.B"),
            ("", nil, nil), ("NSManagedObject", nil, nil),
        ] as [(String, String?, String?)])
    func classNamesInAllForms(represented: String, className: String?, moduleName: String?) {
        let entity = Entity(name: "E", representedClassName: represented)
        #expect(entity.className == className)
        #expect(entity.moduleName == moduleName)
    }

    @Test("The description of a path names the element")
    func schemaPathsReadLikeTheModel() {
        #expect(SchemaPath.model.description == "model")
        #expect(SchemaPath.entity("Cat").relationship("owner").setting("deletionRule").description == "Cat/owner")
        #expect(
            SchemaPath.entity("Cat").appending(.uniquenessConstraint, occurrence: 1).description
                == "Cat/uniquenessConstraint 2")
    }
}
