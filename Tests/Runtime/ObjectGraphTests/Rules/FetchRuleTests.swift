import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Rules of section FET that no other suite is about.
struct FetchRuleTests {
    private let container: PersistentContainer
    private let context: ManagedObjectContext

    init() throws {
        container = try makeContainer()
        context = container.newContext()
        for name in ["Batman", "Hulk"] { Superhero(context: context).name = name }
        try context.save()
    }

    private func names(_ format: String, in context: ManagedObjectContext) throws -> [String] {
        let request = try FetchRequest<Superhero>(predicate: .format(format), sortDescriptors: [SortDescriptor(\.name)])
        return try context.fetch(request).compactMap(\.name)
    }

    @Test("FET-2 and FET-38 nothing matches, or nothing is there")
    func nothing() throws {
        #expect(try names("name == 'Thor'", in: context) == [])
        let empty = try makeContext()
        #expect(try empty.fetch(Superhero.fetchRequest()).isEmpty)
        #expect(try empty.count(for: Superhero.fetchRequest()) == 0)
    }

    @Test("FET-4 a predicate filters")
    func filtering() throws {
        #expect(try names("name BEGINSWITH 'H'", in: context) == ["Hulk"])
    }

    @Test("FET-18 only the selected stores count, also for new objects")
    func affectedStores() throws {
        let container = try PersistentContainer(
            model: Office.model, stores: [("Paper", .tested), ("People", .tested), (nil, .tested)])
        let context = container.newContext()
        _ = context.insert("Person", ["name": "Ann"])
        try context.save()
        _ = context.insert("Person", ["name": "Ben"])
        let stores = container.persistentStoreCoordinator.persistentStores
        #expect(stores.count == 3)
        var request = FetchRequest<ManagedObject>(entityName: "Person")
        let counts = try stores.map { store in
            request.affectedStores = [store]
            return try context.fetch(request).count
        }
        #expect(counts == [0, 2, 0])
        request.affectedStores = stores
        #expect(try context.count(for: request) == 2)
        request.affectedStores = []
        #expect(try context.count(for: request) == 0)
    }

    @Test("FET-19 a registered object is returned as its instance, with its values in memory")
    func instances() throws {
        let hero = try #require(try context.fetch(Superhero.fetchRequest()).first)
        hero.name = "Changed"
        #expect(try context.fetch(Superhero.fetchRequest()).first === hero)
        let other = container.newContext()
        let theirs = try #require(try other.fetch(Superhero.fetchRequest()).last)
        let own = try #require(try context.own(theirs))
        #expect(own.name == "Hulk")
        theirs.name = "Theirs"
        try other.save()
        // It comes because of what is stored now, and reads as it did.
        #expect(try names("name == 'Theirs'", in: context) == ["Hulk"])
        #expect(own.name == "Hulk")
    }

    @Test("FET-29 other contexts don't find unsaved objects")
    func siblings() throws {
        Superhero(context: context).name = "Thor"
        #expect(try names("name == 'Thor'", in: context) == ["Thor"])
        #expect(try names("name == 'Thor'", in: container.newContext()) == [])
    }

    @Test("FET-40 a program seeds an empty store once")
    func seeds() throws {
        let store = try #require(try makeContainer().persistentStore)
        for _ in 0..<2 {
            let container = try PersistentContainer(model: .superheroes, store: OpenStoreDescription(store))
            let context = container.newContext()
            if try context.count(for: Superhero.fetchRequest()) == 0 {
                for name in ["Batman", "Hulk", "Thor"] { Superhero(context: context).name = name }
                try context.save()
            }
            #expect(try context.count(for: Superhero.fetchRequest()) == 3)
        }
    }
}
