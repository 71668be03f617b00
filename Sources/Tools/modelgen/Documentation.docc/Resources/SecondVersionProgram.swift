import Foundation
import JSONStore
import ObjectGraph

@main @MainActor struct App {
    static func main() throws {
        let store = URL(filePath: "Superheroes.json")
        let container = try PersistentContainer(model: .superheroes, store: .json(at: store))
        let context = container.viewContext
        let hero = Superhero(context: context)
        hero.heroName = "Diana Prince"
        hero.herouniverse = .dc
        hero.rating = 5
        try context.save()
        try printRatings(in: context)
    }

    static func printRatings(in context: ManagedObjectContext) throws {
        for hero in try context.fetch(FetchRequest<Superhero>(sortDescriptors: [SortDescriptor(\.heroName)])) {
            print("\(hero.heroName ?? ""): \(hero.rating.map { "\($0)" } ?? "no rating")")
        }
    }
}
