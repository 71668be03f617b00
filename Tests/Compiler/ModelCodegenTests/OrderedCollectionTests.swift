import ModelSchema
import Testing

@testable import ModelCodegen

@Suite struct OrderedCollectionTests {
    @Test("Parameters for indexes do not conflict with other names")
    func parametersHaveNamesOfTheirOwn() throws {
        let index = Entity(name: "Index", relationships: [])
        let book = Entity(
            name: "Book",
            relationships: [
                Relationship(
                    name: "indexes", isOptional: true, isToMany: true, isOrdered: true,
                    destinationName: "Index")
            ])
        let model = Model(name: "M", entities: [book, index])
        let contexts = CollectionContext.collections(
            of: book, in: ModelLookup(model), namer: SwiftNamer(for: model), access: "")
        let ordered = try #require(contexts.first as? OrderedCollectionContext)
        #expect(ordered.collection.parameter == "index")
        #expect(ordered.index == "place")
        #expect(ordered.collection.collectionParameter == "indexes")
        #expect(ordered.indexes == "places")
    }
}
