import ArgumentParser

struct Join: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a hero to the party.")

    @OptionGroup var options: StoreOptions
    @OptionGroup var team: TeamOptions

    @Argument(help: "The hero's name.")
    var name: String

    @MainActor
    func run() async throws {
        let database = try DatabaseController(at: options.url, team: team.team)
        try database.addHero(try database.hero(named: name), to: database.currentTeam)
        try database.cleanup()
        print("\(name) joined the party")
    }
}
