import Foundation
import JSONStore
import ObjectGraph

@main @MainActor struct App {
    static func main() throws {
        let store = URL(filePath: "Superheroes.json")
        let container = try PersistentContainer(model: .superheroes, store: .json(at: store))
        let context = container.viewContext
        let hero = Superhero(context: context)
        hero.name = "Bruce Wayne"
        hero.herouniverse = .dc  // an enum that the model asks for
        try context.save()
        try printHeroes(of: .dc, in: context)
    }

    static func printHeroes(of universe: Universe, in context: ManagedObjectContext) throws {
        let number = universe.rawValue
        let found = try context.fetch(FetchRequest<Superhero>(predicate: #Predicate { $0.universe == number }))
        print(found.map { $0.name ?? "" })
    }
}
