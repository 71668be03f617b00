import ArgumentParser

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all heroes by name.")

    @OptionGroup var options: StoreOptions

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url)
        let heroes = database.heroes
        HeroTable(heroes: heroes).lines.forEach { print($0) }
        print("\(heroes.count) heroes")
    }
}

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a hero.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The hero's name.") var name: String

    @Argument(help: "What the hero can do.") var abilities: String

    @Argument(help: "Where the hero comes from.") var universe: Universe

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url)
        database.addSuperhero(name: name, abilities: abilities, universe: universe)
        try database.cleanup()
        print("Added \(name)")
    }
}

struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a hero, from the party too.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The hero's name.") var name: String

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url)
        database.deleteSuperhero(try database.hero(named: name))
        try database.cleanup()
        print("Deleted \(name)")
    }
}
