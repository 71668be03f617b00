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
    }
}
