import ObjectGraph
import Testing

/// Rules STO-25 and REL-27: stores for the configurations of a model.
struct SeveralStoresTests {
    let container: PersistentContainer
    let context: ManagedObjectContext

    init() throws {
        container = try PersistentContainer(
            model: Office.model, stores: [("Paper", .tested), ("People", .tested), (nil, .tested)])
        context = container.newContext()
    }

    @Test("STO-25 objects go to the store whose configuration has their entity")
    func distribution() throws {
        let note = context.insert("Note", ["notebook": context.insert("Notebook", ["title": "t"])])
        let person = context.insert("Person", ["name": "Ann"])
        let desk = context.insert("Desk")
        try context.save()
        let stores = Set([note, person, desk].map(\.objectID.storeIdentifier))
        #expect(stores.count == 3)
        let fresh = container.newContext()
        #expect(fresh.twin(note).member("notebook")?.text("title") == "t")
        #expect(fresh.twin(person).text("name") == "Ann")
        fresh.delete(fresh.twin(person))
        try fresh.save()
        #expect(try context.afresh { try $0.objects("Person").isEmpty })
        #expect(try context.afresh { try $0.objects("Note").count } == 1)
    }

    @Test("A configuration that the model does not have is an error")
    func unknownConfiguration() {
        #expect(throws: UnknownConfigurationError(name: "Nothing")) {
            try PersistentContainer(model: Office.model, stores: [("Nothing", .tested)])
        }
    }
}
