import ArgumentParser

struct Join: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a hero to the party.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The hero's name.")
    var name: String

    @MainActor
    func run() async throws {
        let database = try HeroDatabase(at: options.url)
        let team = try database.defaultTeam()
        try database.add(try database.hero(named: name), to: team)
        try database.save()
        print("\(name) joined the party")
    }
}
