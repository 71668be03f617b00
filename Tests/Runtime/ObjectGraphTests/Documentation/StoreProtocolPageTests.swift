import ModelSchema
import ObjectGraph
import Testing

/// The examples on the first page of `StoreProtocol`.
@Suite struct StoreProtocolPageTests {
    @Test("A store is asked without a context")
    func asking() throws {
        let book = Entity(name: "Book", attributes: [Attribute(name: "title", type: .string, isOptional: true)])
        let model = ManagedObjectModel(Model(name: "Books", entities: [book]))
        let store: any PersistentStore = ShelfStore(model: model)
        // Example: StoreProtocol.asking
        let number = try store.reserveNumbers(1, forRootEntityNamed: "Book")
        let objectID = ObjectID(storeIdentifier: store.identifier, entityName: "Book", number: number)
        var changes = StoreChanges()
        changes.inserted = [StoreChanges.Insertion(objectID: objectID, values: [.string("Emma")], destinations: [])]
        _ = try store.commit(changes)
        let books = try store.openView().rows(of: [objectID])
        // End
        #expect(books.map(\.values) == [[.string("Emma")]])
        #expect(books.map(\.version) == [1])
    }
}
