import ModelSchema
import Testing

@testable import ModelCodegen

@Suite struct OrderedCollectionTests {
    /// The context of an ordered relationship.
    private func ordered(_ name: String, to destination: String) throws -> OrderedCollectionContext {
        let other = Entity(name: destination, relationships: [])
        let book = Entity(
            name: "Book",
            relationships: [
                Relationship(
                    name: name, isOptional: true, isToMany: true, isOrdered: true, destinationName: destination)
            ])
        let model = Model(name: "M", entities: [book, other])
        let contexts = CollectionContext.collections(
            of: book, in: ModelLookup(model), namer: SwiftNamer(for: model), access: "")
        return try #require(contexts.first as? OrderedCollectionContext)
    }

    @Test("Parameters for objects do not have the name of their label")
    func parametersOfLabels() throws {
        let ordered = try ordered("with", to: "With")
        #expect(ordered.collection.parameter == "object")
        #expect(ordered.collection.collectionParameter == "objects")
        #expect(ordered.collection.name == "with")
    }

    @Test("Parameters for indexes do not conflict with other names")
    func parametersHaveNamesOfTheirOwn() throws {
        let ordered = try ordered("indexes", to: "Index")
        #expect(ordered.collection.parameter == "index")
        #expect(ordered.index == "place")
        #expect(ordered.collection.collectionParameter == "indexes")
        #expect(ordered.indexes == "places")
    }
}
