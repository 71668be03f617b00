import ModelSchema
import Testing

@Suite struct VersionHashTests {
    private let entity = Entity(
        name: "Hero", attributes: [Attribute(name: "age", type: .integer32), Attribute(name: "name", type: .string)],
        relationships: [Relationship(name: "team", destinationName: "Team", inverseName: "heroes")])

    private func hash(_ change: (inout Entity) -> Void = { _ in }) -> VersionHash {
        var entity = entity
        change(&entity)
        return ModelLookup(Model(name: "M", entities: [entity])).versionHash(of: entity)
    }

    @Test("MIG-1 and MIG-3 what a store depends on changes the hash") func whatAStoreDependsOnChangesTheHash() {
        let changes: [(inout Entity) -> Void] = [
            { $0.name = "Villain" },
            { $0.isAbstract = true },
            { $0.versionHashModifier = "2" },
            { $0.attributes[0].type = .integer64 },
            { $0.attributes[0].isOptional = true },
            { $0.attributes[0].name = "years" },
            { $0.attributes.removeLast() },
            { $0.relationships[0].isToMany = true },
            { $0.relationships[0].destinationName = "Club" },
            { $0.relationships[0].minimumCount = 1 },
        ]
        let hashes = changes.map { hash($0) } + [hash()]
        #expect(Set(hashes).count == changes.count + 1)
    }

    @Test("Settings that only affect code and editors do not change the hash")
    func whatOnlyCodeAndEditorsSeeDoesNot() {
        let changes: [(inout Entity) -> Void] = [
            { $0.attributes.reverse() },
            { $0.representedClassName = "Other" },
            { $0.attributes[0].defaultValueString = "7" },
            { $0.attributes[0].usesScalarValueType = true },
            { $0.attributes[0].renamingIdentifier = "years" },
            { $0.relationships[0].deleteRule = .cascade },
            { $0.userInfo = ["a": "b"] },
        ]
        for change in changes { #expect(hash(change) == hash()) }
    }

    @Test("What stores depend on in the members of composites is a change that the hash does not show")
    func membersOfComposites() {
        func model(_ change: (inout Attribute) -> Void = { _ in }) -> Model {
            var member = Attribute(name: "city", type: .string, isOptional: true)
            change(&member)
            let place = Attribute(name: "place", type: .composite, isOptional: true, compositeName: "Place")
            return Model(
                name: "M", entities: [Entity(name: "Shop", attributes: [place]), Entity(name: "Other")],
                composites: [Composite(name: "Place", attributes: [member])])
        }
        let seen: [(inout Attribute) -> Void] = [
            { $0.name = "town" }, { $0.type = .integer64 }, { $0.isOptional = false }, { $0.versionHashModifier = "2" },
        ]
        for change in seen {
            #expect(model(change).entitiesWithUnhashedChanges(since: model()) == ["Shop"])
            #expect(ModelLookup(model(change)).versionHashes == ModelLookup(model()).versionHashes)
        }
        let unseen: [(inout Attribute) -> Void] = [
            { $0.defaultValueString = "-" }, { $0.maxValueString = "9" }, { $0.versionHashModifier = "" },
        ]
        for change in unseen { #expect(model(change).entitiesWithUnhashedChanges(since: model()) == []) }
    }

    @Test("MIG-2 a change to a parent entity changes only the hashes of its descendants")
    func aParentsChangeChangesTheChild() {
        func childHash(parentType: AttributeType) -> VersionHash {
            let parent = Entity(name: "P", attributes: [Attribute(name: "a", type: parentType)])
            let child = Entity(name: "C", parentName: "P")
            return ModelLookup(Model(name: "M", entities: [child, parent])).versionHash(of: child)
        }
        #expect(childHash(parentType: .string) != childHash(parentType: .double))
    }

    /// Stores on disk depend on it.
    @Test("The hash is the same in every version of the library")
    func theHashNeverChangesOnItsOwn() {
        #expect(hash().description == "6848756074fd1cbd80d45cbd2d029053")
        let hero = Entity(
            name: "Hero", isAbstract: true, parentName: "Person", versionHashModifier: "2",
            attributes: [
                Attribute(name: "age", type: .integer32, isOptional: true, versionHashModifier: ""),
                Attribute(name: "shown", type: .undefined, isTransient: true),
                Attribute(
                    name: "total", type: .double, isDerived: true, derivationExpression: "items.@sum.price"),
                Attribute(name: "place", type: .composite, compositeName: "Place"),
            ],
            relationships: [
                Relationship(
                    name: "items", isToMany: true, minimumCount: 1, maximumCount: 12, isOrdered: true,
                    destinationName: "Item", inverseName: "hero"),
                // A to-one relationship has no order.
                Relationship(
                    name: "friend", isOptional: true, isTransient: true, isOrdered: true, destinationName: nil,
                    versionHashModifier: "x"),
            ])
        let lookup = ModelLookup(Model(name: "M", entities: [Entity(name: "Person"), hero]))
        #expect(lookup.versionHash(of: hero).description == "ec4ff701a999e5b0bf072d4487bda5d4")
    }

    /// Core Data's hashes contain the characters of the texts, of which an empty one has none.
    @Test("An empty text is the same as none in both hashes")
    func emptyTexts() {
        func hero(_ text: String?) -> Entity {
            Entity(
                name: "Hero", versionHashModifier: text,
                attributes: [
                    Attribute(name: "age", type: .integer32, versionHashModifier: text),
                    Attribute(name: "total", type: .double, isDerived: true, derivationExpression: text),
                    Attribute(name: "place", type: .composite, compositeName: text),
                ],
                relationships: [
                    Relationship(name: "friend", destinationName: text, inverseName: text, versionHashModifier: text)
                ])
        }
        let (none, empty, other) = (hero(nil), hero(""), hero("x"))
        let lookup = ModelLookup(Model(name: "M"))
        #expect(lookup.versionHash(of: empty) == lookup.versionHash(of: none))
        #expect(lookup.versionHash(of: empty) != lookup.versionHash(of: other))
        #expect(lookup.coreDataVersionHash(of: empty) == lookup.coreDataVersionHash(of: none))
        #expect(lookup.coreDataVersionHash(of: empty) != lookup.coreDataVersionHash(of: other))
    }

    @Test("The hashes of a model are those of its entities, in hierarchies and cycles, with repeated and missing names")
    func hashesOfModels() {
        // The parents of the entities "0", "1", and so on; -1 for none.
        let parents = [
            [-1, 0, 0, 1, 3, 2], [5, 4, 3, 2, 1, -1], [1, 2, 0, 0, 3, 9], [0, 0, 1, 1, 5, 4], [9, 0, 1, -1, 3, 4],
        ]
        for parents in parents {
            let entities = parents.enumerated().map { number, parent in
                let attribute = Attribute(name: "a\(number)", type: .string)
                return Entity(name: "\(number)", parentName: parent < 0 ? nil : "\(parent)", attributes: [attribute])
            }
            let repeated = Entity(name: "1", attributes: [Attribute(name: "other", type: .date)])
            let lookup = ModelLookup(Model(name: "M", entities: entities + [repeated]))
            #expect(lookup.versionHashes.count == entities.count)
            for entity in entities {
                #expect(lookup.versionHashes[entity.name] == lookup.versionHash(of: entity))
                #expect(lookup.coreDataVersionHashes[entity.name] == lookup.coreDataVersionHash(of: entity))
            }
        }
    }

    @Test("The hashes of a very deep hierarchy take no longer than those of many entities")
    func deepHierarchies() {
        let count = 20_000
        let entities = (0..<count).map { Entity(name: "E\($0)", parentName: $0 == 0 ? nil : "E\($0 - 1)") }
        let lookup = ModelLookup(Model(name: "M", entities: entities))
        #expect(Set(lookup.versionHashes.values).count == count)
        #expect(Set(lookup.coreDataVersionHashes.values).count == count)
    }
}
