import ArgumentParser

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a hero.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The hero's name.")
    var name: String

    @Argument(help: "What the hero can do.")
    var abilities: String

    @Argument(help: "Where the hero comes from.")
    var universe: Universe

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url)
        database.addSuperhero(name: name, abilities: abilities, universe: universe)
        try database.cleanup()
        print("Added \(name)")
    }
}
