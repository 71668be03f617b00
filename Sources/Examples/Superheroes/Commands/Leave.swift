import ArgumentParser

struct Leave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove a hero from the party.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The hero's name.")
    var name: String

    @MainActor
    func run() async throws {
        let database = try HeroDatabase(at: options.url)
        let team = try database.defaultTeam()
        try database.remove(try database.hero(named: name), from: team)
        try database.save()
        print("\(name) left the party")
    }
}
