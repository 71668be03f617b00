import Foundation
import ObjectGraph
import Testing

/// Fetch request templates and fetched properties of a model that is known only at run time.
struct TemplateTests {
    private let model: ManagedObjectModel
    private let context: ManagedObjectContext
    private let nodes: [ManagedObject]

    init() throws {
        func fetched(_ name: String, _ predicate: String, of entity: String = "Node") -> FetchedProperty {
            FetchedProperty(
                name: name,
                fetchRequest: FetchRequestTemplate(
                    name: "fetchedPropertyFetchRequest", entityName: entity, predicateString: predicate),
                userInfo: ["wanted": "c"])
        }
        model = ManagedObjectModel(
            Model(
                name: "Templates",
                entities: [
                    Entity(
                        name: "Node",
                        attributes: [
                            Attribute(name: "name", type: .string, isOptional: true),
                            Attribute(name: "parentName", type: .string, isOptional: true),
                        ],
                        fetchedProperties: [
                            fetched("siblings", "parentName == $FETCH_SOURCE.parentName AND SELF != $FETCH_SOURCE"),
                            fetched("wanted", "name == $FETCHED_PROPERTY.userInfo.wanted"),
                            fetched("selfish", "$FETCH_SOURCE.selfish.@count == 0"),
                            fetched("broken", "name =="), fetched("lost", "name == 'x'", of: "Nowhere"),
                        ]),
                    Entity(name: "Leaf", parentName: "Node"),
                ],
                fetchRequestTemplates: [
                    FetchRequestTemplate(
                        name: "Named", entityName: "Node", predicateString: "name == $NAME", resultType: .count,
                        fetchLimit: 7, fetchBatchSize: 20, includesSubentities: false, includesPropertyValues: false,
                        includesPendingChanges: false, returnsObjectsAsFaults: false, returnsDistinctResults: true),
                    FetchRequestTemplate(name: "Broken", entityName: "Node", predicateString: "name =="),
                    FetchRequestTemplate(name: "All", entityName: "Node"),
                ]))
        let context = try makeContext(model)
        nodes = [("a", "r", "Node"), ("b", "r", "Leaf"), ("c", "s", "Node"), ("d", nil, "Leaf")].map {
            let node = context.insertNewObject(forEntityName: $2)
            node.setValue($0, forKey: "name")
            node.setValue($1, forKey: "parentName")
            return node
        }
        self.context = context
    }

    @Test("MOD-16 a template becomes a request with values for its variables")
    func templates() throws {
        var request = try model.fetchRequestFromTemplate(named: "Named", substitutionVariables: ["NAME": "a"])
        #expect(request.entityName == "Node" && request.resultType == .count)
        #expect(request.fetchLimit == 7 && request.fetchBatchSize == 20)
        #expect(!request.includesSubentities && !request.includesPropertyValues && !request.includesPendingChanges)
        #expect(!request.returnsObjectsAsFaults && request.returnsDistinctResults)
        let predicate = try #require(request.predicate)
        #expect(try ModelPredicate(predicate, model: model) == ModelPredicate(format: "name == 'a'"))
        #expect(try context.fetch(request) == [])
        request.includesPendingChanges = true
        #expect(try context.fetch(request) == [nodes[0]])
        #expect(try context.fetch(model.fetchRequestFromTemplate(named: "All")) == nodes)
        #expect(model.fetchRequestTemplate(named: "All")?.entityName == "Node")
        #expect(model.fetchRequestTemplate(named: "None") == nil)
    }

    @Test("MOD-16 a variable without a value, and a template that does not exist, fail")
    func wrongTemplates() throws {
        let missing = #expect(throws: QueryError.self) {
            try model.fetchRequestFromTemplate(named: "Named", substitutionVariables: ["NAMED": "a"])
        }
        #expect(missing?.description == "variable $NAME has no value; $NAMED has one")
        #expect(throws: FetchError.self) { try model.fetchRequestFromTemplate(named: "None") }
        #expect(throws: FormatError.self) { try model.fetchRequestFromTemplate(named: "Broken") }
        // Where nothing can be thrown, it is thrown later.
        let request = FetchRequest<ManagedObject>(templateNamed: "None", in: model)
        #expect(throws: FetchError.self) { try context.fetch(request) }
        #expect(throws: FetchError.self) { try context.count(for: request) }
    }

    @Test("DRV-7 a fetched property is its fetch, with its object and itself as variables")
    func fetchedProperties() throws {
        #expect(try nodes[0].fetchedObjects(forKey: "siblings") == [nodes[1]])
        #expect(try nodes[1].fetchedObjects(forKey: "siblings") == [nodes[0]])
        #expect(nodes[2].value(forKey: "siblings") as? [ManagedObject] == [])
        #expect(try nodes[3].fetchedObjects(forKey: "wanted") == [nodes[2]])
        try context.save()
        #expect(try nodes[0].fetchedObjects(forKey: "siblings") == [nodes[1]])
        #expect(try ModelPredicate.format("ANY siblings.name == 'b'").evaluate(with: nodes[0]))
        let request = try FetchRequest<ManagedObject>(entityName: "Node", predicate: .format("siblings.@count == 1"))
        #expect(try context.fetch(request) == Array(nodes[0...1]))
    }

    @Test("DRV-7 a fetched property that cannot be fetched is an error, not an endless loop")
    func wrongFetchedProperties() throws {
        let endless = #expect(throws: QueryError.self) { try nodes[0].fetchedObjects(forKey: "selfish") }
        #expect(endless?.code == .recursiveFetch)
        #expect(throws: FormatError.self) { try nodes[0].fetchedObjects(forKey: "broken") }
        #expect(throws: FetchError.self) { try nodes[0].fetchedObjects(forKey: "lost") }
        let unknown = #expect(throws: FetchError.self) { try nodes[0].fetchedObjects(forKey: "sibling") }
        #expect(unknown?.description == "'Node' has no property 'sibling'; did you mean 'siblings'?")
    }
}
