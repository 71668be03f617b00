import ArgumentParser

struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a hero, from the party too.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The hero's name.")
    var name: String

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url)
        database.deleteSuperhero(try database.hero(named: name))
        try database.cleanup()
        print("Deleted \(name)")
    }
}
