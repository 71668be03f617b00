import ObjectGraph

@main
struct Heroes {
    @MainActor static func main() throws {
        let context = try PersistentContainer(model: .superheroes, store: .inMemory).viewContext
        _ = Superhero(context: context, name: "Diana Prince")
        print(try context.count(for: Superhero.fetchRequest()))
    }
}
