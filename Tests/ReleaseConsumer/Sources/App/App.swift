import ObjectGraph

@main
struct App {
    @MainActor static func main() throws {
        let context = try PersistentContainer(model: .superheroes, store: .inMemory).viewContext
        _ = Superhero(context: context, name: "Diana Prince")
        print(try context.count(for: Superhero.fetchRequest()))
    }
}
