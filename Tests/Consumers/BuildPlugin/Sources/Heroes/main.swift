import ObjectGraph

let container = try PersistentContainer(model: .superheroes, store: .inMemory)
let hero = Superhero(context: container.viewContext)
hero.herouniverse = .dc
print("a hero of \(hero.herouniverse), stored as \(hero.universe)")
