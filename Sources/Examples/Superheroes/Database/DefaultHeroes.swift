import ObjectGraph

/// The heroes of a new store.
enum DefaultHeroes {
    private static let all: [(name: String, abilities: String, universe: Universe)] = [
        ("Bruce Wayne", "Money", .dc),
        ("Superman", "Super Powered Alien", .dc),
        ("Wonder Woman", "Goddess", .dc),
        ("The Flash", "Speed", .dc),
        ("Green Lantern", "Power Ring", .dc),
        ("Cyborg", "Robot Beep Beep", .dc),
        ("Aquaman", "Atlantian", .dc),
        ("Captain Marvel", "Superhuman Strength", .marvel),
        ("Spider-Man", "Spider Sense", .marvel),
    ]

    static func insert(into context: ManagedObjectContext) {
        for hero in all {
            _ = Superhero(context: context, abilities: hero.abilities, name: hero.name, herouniverse: hero.universe)
        }
    }
}
