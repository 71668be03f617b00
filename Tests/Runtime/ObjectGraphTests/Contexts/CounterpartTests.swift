import ObjectGraph
import SampleModels
import Testing

@Suite @MainActor struct CounterpartTests {
    private let context: ManagedObjectContext
    private let container: PersistentContainer

    init() throws {
        container = try PersistentContainer(model: .superheroes, store: .tested)
        context = container.viewContext
    }

    @Test("A child context has its own instance of an object, with its own values")
    func aChildHasTheSameObjectWithValuesOfItsOwn() throws {
        let hero = Superhero(context: context, name: "Batgirl")
        let child = ManagedObjectContext(parent: context)
        let edited = child.counterpart(of: hero)
        #expect(edited !== hero)
        #expect(edited.objectID == hero.objectID)
        edited.name = "Oracle"
        #expect(hero.name == "Batgirl")
        try child.save()
        #expect(hero.name == "Oracle")
        #expect(context.counterpart(of: hero) === hero)
    }
}
